import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'

/** `another` wraps words in a link to the sign-in page; features know no routes. */
export function Blocked({ another }: { another: (words: ReactNode) => ReactNode }) {
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Your account is blocked</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>You cannot sign in now. Contact support to find out why and what to do.</Trans>
      </p>
      <p className="mt-5">{another(<Trans>Use another email</Trans>)}</p>
    </Card>
  )
}
