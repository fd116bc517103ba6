import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { components } from '../../api/schema.gen'
import { CopyRow } from '../../domain/CopyRow'
import { Notice } from '../../ui/Notice'
import { QrCode } from '../../ui/QrCode'

type CryptoDetailsProps = { crypto: components['schemas']['DepositCrypto']; currency: string; network: string }

/** A permanent deposit address for any amount, with its network, memo and usual duration. */
export function CryptoDetails({ crypto, currency, network }: CryptoDetailsProps) {
  const { t } = useLingui()
  const named = (label: string) => ({ label, copy: t`Copy ${label}` })
  const { address, memo, required, usual_seconds } = crypto
  const minutes = Math.max(1, Math.round(usual_seconds / 60))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="mx-auto rounded-m bg-white p-3">
        <QrCode text={address} label={t`QR code of the address`} />
      </div>
      <ul className="grid grid-cols-1 gap-2">
        <CopyRow {...named(t`Address`)} value={address} grouped />
        {memo ? <CopyRow {...named(t`Memo`)} value={memo} mono /> : null}
      </ul>
      <Notice tone="wait">
        {memo ? (
          <Trans>
            Add the memo to every transfer. Without it, and for anything but <b>{currency}</b> over <b>{network}</b>,
            the money can be lost.
          </Trans>
        ) : (
          <Trans>
            Send only <b>{currency}</b> over <b>{network}</b> to this address. Anything else can be lost.
          </Trans>
        )}
      </Notice>
      <p className="text-[14px] text-muted">
        <Plural
          value={required}
          one="It is on your balance after # confirmation,"
          other="It is on your balance after # confirmations,"
        />{' '}
        <Plural value={minutes} one="usually in about # minute." other="usually in about # minutes." />{' '}
        <Trans>A large amount needs more.</Trans>
      </p>
    </div>
  )
}
