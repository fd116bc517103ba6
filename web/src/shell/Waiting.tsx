import { Trans } from '@lingui/react/macro'
import { Spinner } from '../ui/Spinner'

/** Stands where a page will be, once it takes long enough to be noticed: who is here is being asked, or its code is on its way. */
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
