import { Trans } from '@lingui/react/macro'
import { Spinner } from '../ui/Spinner'

/** The pending state of a page, shown if the session or the page's code takes long. */
export function Waiting() {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-brand">
      <Spinner size={28} />
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
    </div>
  )
}
