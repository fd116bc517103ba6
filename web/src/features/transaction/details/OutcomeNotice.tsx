import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { moneyText } from '../../../domain/money'
import { lazyLater } from '../../../i18n/lazyLater'
import { seldomWords } from '../../../i18n/load'
import { Notice } from '../../../ui/Notice'
import { isFromBalance } from './facts'
import type { OutcomeProps } from './Outcome'

const MemoClaim = lazyLater(() => import('../../../domain/claim/MemoClaim'), seldomWords)

// Loaded lazily: the texts of the reasons are long, and most orders need none.
const FailureNotice = lazy(() => import('./FailureNotice'))

/** How the order ended, or why it is paused, in one sentence. */
export default function OutcomeNotice({ transaction, support }: OutcomeProps) {
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
    case 'RESOLVED':
      return (
        <Notice action={held ? support : undefined}>
          {held ? (
            <Trans>
              This order is closed. {moneyText(held, i18n.locale)} is with us: contact support to have it settled.
            </Trans>
          ) : (
            <Trans>This order is closed.</Trans>
          )}
        </Notice>
      )
    case 'EXPIRED':
      return (
        <>
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
          <UnpaidClaim transaction={transaction} />
        </>
      )
    case 'CANCELLED':
      return (
        <>
          <Notice tone="plain">
            {isFromBalance(transaction) ? (
              <Trans>
                This order was cancelled. {moneyText(transaction.from, i18n.locale)} is on your balance again.
              </Trans>
            ) : (
              <Trans>This order was cancelled. Nothing was paid.</Trans>
            )}
          </Notice>
          <UnpaidClaim transaction={transaction} />
        </>
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

/** A payment without a memo may still come, or has come, after the order ended unpaid. */
function UnpaidClaim({ transaction }: Pick<OutcomeProps, 'transaction'>) {
  if (!transaction.source.instructions?.crypto?.memo) return null
  return (
    <Suspense fallback={null}>
      <MemoClaim id={transaction.id} />
    </Suspense>
  )
}
