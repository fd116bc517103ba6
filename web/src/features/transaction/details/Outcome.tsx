import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { SubState, Transaction } from '../../../api/exchangeTypes'
import { moneyText } from '../../../flow/money'
import { Notice } from '../../../ui/Notice'

// The catalogue of reasons is long, and most orders need none of them.
const FailureNotice = lazy(() => import('./FailureNotice'))

/** A decision was carried out: where the money is now is said only where it is known. */
function Resolved({ subState }: { subState: SubState }) {
  switch (subState) {
    case 'refunded':
      return <Trans>The payment went back.</Trans>
    case 'deposited':
      return <Trans>The payment is on your balance.</Trans>
    default:
      return <Trans>This order is closed.</Trans>
  }
}

/** How the order ended, or why it rests, in one sentence. */
export function Outcome({ transaction, support }: { transaction: Transaction; support: ReactNode }) {
  const { i18n } = useLingui()
  const { status, failure, sub_state, to } = transaction
  if (sub_state === 'refunding') {
    return (
      <Notice tone="wait">
        <Trans>The refund is on its way.</Trans>
      </Notice>
    )
  }
  switch (status) {
    case 'DONE':
      return (
        <Notice tone="ok">
          <Trans>{moneyText(to, i18n.locale)} has been sent. The exchange is complete.</Trans>
        </Notice>
      )
    case 'RESOLVED':
      return (
        <Notice tone="ok">
          <Resolved subState={sub_state} />
        </Notice>
      )
    case 'EXPIRED':
      return (
        <Notice tone="bad">
          <Trans>
            The time to pay has run out. If you have paid, the payment will not be lost: this page will ask you what to
            do with it.
          </Trans>
        </Notice>
      )
    case 'CANCELLED':
      return (
        <Notice tone="bad">
          <Trans>This order was cancelled.</Trans>
        </Notice>
      )
    case 'REJECT':
    case 'FAIL':
      return (
        <Suspense fallback={null}>
          <FailureNotice failure={failure} support={support} />
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
