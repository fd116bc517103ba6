import { Trans } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import { SupportLink } from '../SupportLink'

/** A warning before money is sent to another person, against the most common frauds. */
export default function ScamNote() {
  return (
    <div className="flex gap-3 rounded-card bg-act-soft px-4 py-3.5 text-[14px] text-act">
      <ShieldAlert size={20} aria-hidden="true" className="mt-px shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">
          <Trans>Did somebody tell you to send this?</Trans>
        </p>
        <p>
          <Trans>We never ask you to move your money. If you are not sure, stop and talk to us.</Trans>
        </p>
        <SupportLink />
      </div>
    </div>
  )
}
