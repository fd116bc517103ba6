import { Trans, useLingui } from '@lingui/react/macro'
import type { CodePaymentState } from '../../../api/exchangeTypes'
import { countdownText, useSecondsLeft } from '../../../domain/clock'
import { buttonClass } from '../../../ui/Button'
import { QrCode } from '../../../ui/QrCode'

type ApprovalProps = { payment: CodePaymentState; service: string; skew: number }

/** The link of an approval, if it is a web address: apps open by them too. The sandbox gives a path. */
function linkOf(url: string, here: string): string | undefined {
  const parsed = URL.parse(url, here)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}

/** The payer must approve in the service's app: by a QR code, by a link, or because the app asks by itself. */
export function Approval({ payment: { launch, form, approve_until: until }, service, skew }: ApprovalProps) {
  const { t } = useLingui()
  const url = launch && linkOf(launch.url, window.location.href)
  const isQr = launch?.kind === 'QRCODE'
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
      {isQr ? (
        <div className="rounded-m bg-white p-3">
          <QrCode
            text={launch.url.startsWith('/') ? (url ?? launch.url) : launch.url}
            label={t`QR code of the payment`}
          />
        </div>
      ) : null}
      {url ? (
        <a href={url} className={buttonClass(isQr ? 'quiet' : 'primary')}>
          {isQr ? <Trans>Open {service} on this device</Trans> : <Trans>Open {service}</Trans>}
        </a>
      ) : null}
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
