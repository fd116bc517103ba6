import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import type { Payment, Transaction } from '../../../api/exchangeTypes'
import { countdownText, useSecondsLeft } from '../../../domain/clock'
import { moneyText } from '../../../domain/money'
import { Skeleton } from '../../../ui/Skeleton'
import type { TransactionActions } from '../actions/useActions'

// Loaded lazily: each order needs only one payment method.
const BankPayment = lazy(() => import('./BankPayment'))
const BlikPayment = lazy(() => import('./BlikPayment'))
const CardPayment = lazy(() => import('./CardPayment'))
const CryptoPayment = lazy(() => import('./CryptoPayment'))

type PaymentStepProps = {
  transaction: Transaction
  skew: number
  sandbox: boolean
  actions: TransactionActions
  /** The payway's name, such as "Litecoin" or "TRC20". */
  paywayName: string
}

/** The payment of this order, with its deadline. */
export function PaymentStep({ transaction, skew, sandbox, actions, paywayName }: PaymentStepProps) {
  const { i18n } = useLingui()
  const { payment, expires_at } = transaction
  const busy = actions.pending === 'pay'
  const problem = actions.problemOf('pay')
  if (!payment) return null
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="pay-title">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="pay-title" className="text-[16px] font-semibold">
          <Title kind={payment.kind} />
        </h2>
        {expires_at ? <TimeLeft until={expires_at} skew={skew} /> : null}
      </div>
      <Suspense fallback={<Skeleton className="h-72" />}>
        {payment.kind === 'card' && payment.card ? (
          <CardPayment
            payment={payment.card}
            amount={moneyText(transaction.from, i18n.locale)}
            sandbox={sandbox}
            busy={busy}
            problem={problem}
            failure={transaction.failure}
            follow={actions.cardGiven}
            onPay={actions.payByCard}
          />
        ) : null}
        {payment.kind === 'blik' && payment.blik ? (
          <BlikPayment
            payment={payment.blik}
            skew={skew}
            sandbox={sandbox}
            busy={busy}
            problem={problem}
            failure={transaction.failure}
            onPay={actions.payByBlik}
          />
        ) : null}
        {payment.kind === 'bank' && payment.bank ? <BankPayment payment={payment.bank} /> : null}
        {payment.kind === 'crypto' && payment.crypto ? (
          <CryptoPayment payment={payment.crypto} paywayName={paywayName} />
        ) : null}
      </Suspense>
    </section>
  )
}

function Title({ kind }: { kind: Payment['kind'] }) {
  switch (kind) {
    case 'card':
      return <Trans>Pay by card</Trans>
    case 'blik':
      return <Trans>Pay with BLIK</Trans>
    case 'bank':
      return <Trans>Make a bank transfer</Trans>
    case 'crypto':
      return <Trans>Send funds</Trans>
  }
}

function TimeLeft({ until, skew }: { until: string; skew: number }) {
  const { i18n } = useLingui()
  const seconds = useSecondsLeft(until, skew)
  const day = 24 * 3600
  if (seconds > day) {
    const date = i18n.date(until, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    return (
      <span className="text-[13px] text-muted">
        <Trans>Pay by {date}</Trans>
      </span>
    )
  }
  return (
    <span className="text-[13px] tabular-nums text-muted" role="timer" aria-live="off">
      <Trans>Time to pay: {countdownText(seconds)}</Trans>
    </span>
  )
}
