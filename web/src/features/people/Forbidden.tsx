import { Trans } from '@lingui/react/macro'
import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card'

/** The page for residents of a country that is not served. */
export function Forbidden({ actions }: { actions: ReactNode }) {
  return (
    <Card>
      <span className="mb-3 grid size-14 place-items-center rounded-full bg-bad-soft text-bad">
        <Globe size={24} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1}>
        <Trans>Not available in your country</Trans>
      </h1>
      <p className="mt-2 mb-5 text-muted">
        <Trans>
          We cannot serve residents of this country. Your last change was not saved. Orders you have already placed will
          be completed.
        </Trans>
      </p>
      <div className="grid gap-3">{actions}</div>
    </Card>
  )
}
