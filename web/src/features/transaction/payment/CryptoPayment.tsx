import { Trans, useLingui } from '@lingui/react/macro'
import { Wallet } from 'lucide-react'
import { Suspense } from 'react'
import type { CryptoPaymentState } from '../../../api/exchangeTypes'
import { CopyRow } from '../../../domain/CopyRow'
import { moneyText } from '../../../domain/money'
import { networkName } from '../../../domain/networks'
import { QrBox } from '../../../domain/QrBox'
import { lazyLater } from '../../../i18n/lazyLater'
import { seldomWords } from '../../../i18n/load'
import { buttonClass } from '../../../ui/Button'
import { Skeleton } from '../../../ui/Skeleton'

const MemoClaim = lazyLater(() => import('../../../domain/claim/MemoClaim'), seldomWords)

type CryptoPaymentProps = { id: string; payment: CryptoPaymentState; paywayName: string }

/** Crypto payment: the code, the exact amount, the address, and the memo, without which the coins are lost. */
export default function CryptoPayment({ id, payment, paywayName }: CryptoPaymentProps) {
  const { t, i18n } = useLingui()
  const named = (label: string) => ({ label, copy: t`Copy ${label}` })
  const { address, amount, currency, memo, uri, network } = payment
  if (!address) {
    return (
      <div aria-busy="true">
        <Skeleton className="mx-auto size-[172px] desk:size-[236px]" />
        <p className="mt-4 text-center text-muted">
          <Trans>Preparing your address…</Trans>
        </p>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-5 desk:grid-cols-[236px_minmax(0,1fr)] desk:items-center">
      <div className="grid grid-cols-1 justify-items-center gap-3">
        <QrBox text={uri ?? address} label={t`QR code of the address and the amount`} currency={currency} />
        {uri ? (
          <a href={uri} className={buttonClass()}>
            <Wallet size={18} aria-hidden="true" />
            <Trans>Open wallet</Trans>
          </a>
        ) : null}
      </div>
      <ul className="grid grid-cols-1 gap-4">
        <CopyRow {...named(t`Amount`)} value={amount} shown={moneyText({ amount, currency }, i18n.locale)} large />
        <CopyRow
          {...named(t`Address`)}
          label={<Trans>To this address, {networkName(network)} network</Trans>}
          value={address}
          grouped
        />
        {memo ? (
          <CopyRow
            {...named(t`Memo`)}
            label={<Trans>Memo, required</Trans>}
            value={memo}
            mono
            warning={
              <Trans>Add the memo to your transfer. Without it the payment cannot be matched to your order.</Trans>
            }
          />
        ) : null}
        <li className="text-[13px] text-muted">
          <Trans>
            Over <b>{paywayName}</b> only. Another amount or network can delay your exchange.
          </Trans>
        </li>
      </ul>
      {memo ? (
        <div className="desk:col-span-2">
          <Suspense fallback={null}>
            <MemoClaim id={id} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
