import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '../../ui/Button'
import { QrCode } from '../../ui/QrCode'
import { type LaunchProps, linkOf } from './launch'

/** QRCODE: the payer scans a code with the service's app, or opens it on this device. */
export function QrLaunch({ launch, service }: LaunchProps) {
  const { t } = useLingui()
  const url = linkOf(launch.url)
  return (
    <div className="grid justify-items-center gap-4">
      <div className="rounded-m bg-white p-3">
        <QrCode
          text={launch.url.startsWith('/') ? (url ?? launch.url) : launch.url}
          label={t`QR code of the payment`}
        />
      </div>
      {url ? (
        <a href={url} className={buttonClass('quiet')}>
          {service ? <Trans>Open {service} on this device</Trans> : <Trans>Open it on this device</Trans>}
        </a>
      ) : null}
    </div>
  )
}
