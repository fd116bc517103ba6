import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card'

type BlockedProps = {
  /** Wraps words in a link to the sign-in page; features know no routes. */
  another: (words: ReactNode) => ReactNode
  /** The tenant's support address, if it publishes one. */
  mail: string | undefined
  /** The tenant's name. */
  name: string
}

export function Blocked({ another, mail, name }: BlockedProps) {
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Your account is blocked</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>You cannot sign in now. Contact support to find out why and what to do.</Trans>
      </p>
      {mail ? (
        <p className="mt-5">
          <a href={`mailto:${mail}`} className="font-semibold break-all text-brand underline">
            {mail}
          </a>
        </p>
      ) : (
        <p className="mt-2 text-muted">
          <Trans>Contact details of {name} are on its website.</Trans>
        </p>
      )}
      <p className="mt-5">{another(<Trans>Use another email</Trans>)}</p>
    </Card>
  )
}
