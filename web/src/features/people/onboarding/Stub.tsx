import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/States'

/** Explains the identity check before the first picture: its benefit and requirements. */
export function Stub({ begin }: { begin: (words: ReactNode) => ReactNode }) {
  return (
    <EmptyState art="shield" title={<Trans>Verify your identity</Trans>} action={begin(<Trans>Begin</Trans>)}>
      <div className="grid gap-3">
        <p>
          <Trans>It raises your limits and opens what needs a verified person.</Trans>
        </p>
        <ul className="list-disc pl-5 text-left">
          <li>
            <Trans>Have a passport, an identity card or a driving licence at hand.</Trans>
          </li>
          <li>
            <Trans>
              It takes a few minutes. The answer usually comes within two minutes, sometimes within 24 hours.
            </Trans>
          </li>
        </ul>
      </div>
    </EmptyState>
  )
}

export function StubTitle() {
  return <Trans>Personal details and limits</Trans>
}
