import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { Notice } from '../../../ui/Notice'

// Loaded lazily: the texts of the reasons are long, and most orders need none.
const FailureNotice = lazy(() => import('./FailureNotice'))

/** A resolved order: where the money is, according to the ledger. */
function Resolved({ transaction }: { transaction: Transaction }) {
  const { i18n } = useLingui()
  const { sub_state, refund, deposited, held } = transaction
  const text = (money: { amount: string; currency: string }) => moneyText(money, i18n.locale)
  if (sub_state === 'refunded' && refund) return <Trans>{text(refund)} went back to you.</Trans>
  const amount = deposited ? text(deposited) : ''
  if (sub_state === 'deposited' && deposited) return <Trans>{amount} is on your balance.</Trans>
  if (held) return <Trans>This order is closed. {text(held)} is with us: contact support to have it settled.</Trans>
  return <Trans>This order is closed.</Trans>
}

/** A completed order: where the money is. */
function Done({ transaction: { headline, display_type, requisite } }: { transaction: Transaction }) {
  const { i18n } = useLingui()
  const amount = moneyText(headline, i18n.locale)
  if (headline.kind === 'deposited') return <Trans>{amount} is on your balance.</Trans>
  const who = requisite?.display ?? ''
  if (display_type === 'transfer') {
    return (
      <Trans>
        {who} has received {amount}.
      </Trans>
    )
  }
  if (display_type === 'withdraw') return <Trans>{amount} has been sent.</Trans>
  return <Trans>{amount} has been sent. The exchange is complete.</Trans>
}

/** How the order ended, or why it is paused, in one sentence. */
export function Outcome({ transaction, support }: { transaction: Transaction; support: ReactNode }) {
  const { i18n } = useLingui()
  const { status, failure, sub_state, refund, held } = transaction
  if (sub_state === 'refunding') {
    const amount = refund ? moneyText(refund, i18n.locale) : ''
    return (
      <Notice tone="wait">
        {refund ? <Trans>{amount} is on its way back.</Trans> : <Trans>The refund is on its way.</Trans>}
      </Notice>
    )
  }
  switch (status) {
    case 'DONE':
      return (
        <Notice tone="ok">
          <Done transaction={transaction} />
        </Notice>
      )
    case 'RESOLVED':
      return (
        <Notice tone={sub_state === 'closed' ? 'plain' : 'ok'} action={held ? support : undefined}>
          <Resolved transaction={transaction} />
        </Notice>
      )
    case 'EXPIRED':
      return (
        <Notice tone="plain">
          {transaction.display_type === 'transfer' ? (
            <Trans>Nobody claimed this transfer in time. The money is available on your balance again.</Trans>
          ) : (
            <Trans>
              The time to pay has run out. If you have paid, the payment will not be lost: this page will ask you what
              to do with it.
            </Trans>
          )}
        </Notice>
      )
    case 'CANCELLED':
      return (
        <Notice tone="plain">
          <Trans>This order was cancelled. Nothing was paid.</Trans>
        </Notice>
      )
    case 'REJECT':
    case 'FAIL':
      return (
        <Suspense fallback={null}>
          <FailureNotice failure={failure} held={held} support={support} />
        </Suspense>
      )
    case 'MANUAL':
      return (
        <Notice tone="act" action={support}>
          <Trans>We are looking at this order ourselves. Your money is safe; you do not need to do anything now.</Trans>
        </Notice>
      )
    default:
      return null
  }
}
