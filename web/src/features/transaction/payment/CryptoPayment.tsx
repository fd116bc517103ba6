import { Trans, useLingui } from '@lingui/react/macro'
import type { CryptoPaymentState } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { CopyRow } from '../../../domain/CopyRow'
import { QrCode } from '../../../ui/QrCode'
import { Breakable } from '../../../ui/Breakable'
import { Notice } from '../../../ui/Notice'
import { Skeleton } from '../../../ui/Skeleton'

/** Crypto payment: the exact amount, the address with its QR code, and the memo, without which the coins are lost. */
export default function CryptoPayment({ payment, paywayName }: { payment: CryptoPaymentState; paywayName: string }) {
  const { t, i18n } = useLingui()
  const named = (label: string) => ({ label, copy: t`Copy ${label}` })
  const { address, amount, currency, memo, uri } = payment
  if (!address) {
    return (
      <div aria-busy="true">
        <Skeleton className="mx-auto size-[184px]" />
        <p className="mt-4 text-center text-muted">
          <Trans>Preparing your address…</Trans>
        </p>
      </div>
    )
  }
  const exact = <Breakable text={moneyText({ amount, currency }, i18n.locale)} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Trans>
          Send exactly <b className="wrap-anywhere">{exact}</b> over <b>{paywayName}</b>. Another amount or network can
          delay your exchange.
        </Trans>
      </p>
      <div className="mx-auto rounded-m bg-white p-3">
        <QrCode text={uri ?? address} label={t`QR code of the address and the amount`} />
      </div>
      <ul className="grid grid-cols-1 gap-2">
        <CopyRow {...named(t`Amount`)} value={amount} shown={moneyText({ amount, currency }, i18n.locale)} />
        <CopyRow {...named(t`Address`)} value={address} grouped />
        {memo ? <CopyRow {...named(t`Memo`)} value={memo} mono /> : null}
      </ul>
      {memo ? (
        <Notice tone="wait">
          <Trans>Add the memo to your transfer. Without it the payment cannot be matched to your order.</Trans>
        </Notice>
      ) : null}
    </div>
  )
}
