import { Trans } from '@lingui/react/macro'
import type { CodePaymentState } from '../../../api/exchangeTypes'
import { countdownText, useSecondsLeft } from '../../../domain/clock'
import { LaunchStep } from '../../../domain/launch/LaunchStep'

type ApprovalProps = { payment: CodePaymentState; service: string; skew: number }

/** The payer must approve in the service's app: where its launch leads, or because the app asks by itself. */
export function Approval({ payment: { launch, form, approve_until: until }, service, skew }: ApprovalProps) {
  return (
    <div className="grid justify-items-center gap-4 py-4 text-center">
      <div className="grid gap-2">
        <b className="text-[17px]" role="status">
          {until === undefined ? (
            <Trans>Asking {service}…</Trans>
          ) : launch || form !== 'digits' ? (
            <Trans>Approve the payment in {service}</Trans>
          ) : (
            <Trans>Approve the payment in your banking app</Trans>
          )}
        </b>
        {until ? <TimeLeft until={until} skew={skew} /> : null}
      </div>
      {launch ? <LaunchStep launch={launch} service={service} /> : null}
    </div>
  )
}

function TimeLeft({ until, skew }: { until: string; skew: number }) {
  const seconds = useSecondsLeft(until, skew)
  return (
    <span className="text-muted" role="timer" aria-live="off">
      <Trans>Time left: {countdownText(seconds)}</Trans>
    </span>
  )
}
