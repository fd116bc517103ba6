import { Trans, useLingui } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Payment, Transaction } from '../../../api/exchangeTypes'
import { countdownText, useSecondsLeft } from '../../../domain/clock'
import { moneyText } from '../../../domain/money'
import { Sheet, SheetPart } from '../../../ui/Sheet'
import { Skeleton } from '../../../ui/Skeleton'
import type { TransactionActions } from '../actions/useActions'

// Loaded lazily: each order needs only one payment method.
const BankPayment = lazy(() => import('./BankPayment'))
const CardPayment = lazy(() => import('./CardPayment'))
const CodePayment = lazy(() => import('./CodePayment'))
const CryptoPayment = lazy(() => import('./CryptoPayment'))

type PaymentStepProps = {
  transaction: Transaction
  skew: number
  sandbox: boolean
  actions: TransactionActions
  /** The payway's name, such as "Litecoin" or "TRC20". */
  paywayName: string
  /** What else can be done, such as cancelling. */
  foot: ReactNode
}

/** What to do now: the payment of this order, with the time left. */
export function PaymentStep({ transaction, skew, sandbox, actions, paywayName, foot }: PaymentStepProps) {
  const { i18n } = useLingui()
  const { expires_at } = transaction
  const payment = transaction.source.instructions
  const busy = actions.pending === 'pay'
  const problem = actions.problemOf('pay')
  if (!payment) return null
  return (
    <Sheet labelledBy="pay-title">
      <div className="flex min-h-[50px] flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-act-soft px-[18px] py-2.5 font-semibold text-act desk:px-[22px]">
        <h2 id="pay-title" className="min-w-0 text-[15px] wrap-anywhere">
          <Title kind={payment.kind} amount={moneyText(transaction.from, i18n.locale)} service={paywayName} />
        </h2>
        {expires_at ? <TimeLeft until={expires_at} skew={skew} /> : null}
      </div>
      <SheetPart>
        <Suspense fallback={<Skeleton className="h-72" />}>
          {payment.kind === 'card' && payment.card ? (
            <CardPayment
              order={transaction}
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
          {payment.kind === 'code' && payment.code ? (
            <CodePayment
              payment={payment.code}
              service={paywayName}
              skew={skew}
              sandbox={sandbox}
              busy={busy}
              problem={problem}
              failure={transaction.failure}
              onPay={actions.payByCode}
            />
          ) : null}
          {payment.kind === 'bank' && payment.bank ? <BankPayment payment={payment.bank} /> : null}
          {payment.kind === 'crypto' && payment.crypto ? (
            <CryptoPayment id={transaction.id} payment={payment.crypto} paywayName={paywayName} />
          ) : null}
        </Suspense>
      </SheetPart>
      <SheetPart className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2!">
        <p className="min-w-40 flex-1 text-[13px] text-muted">
          <Sent kind={payment.kind} />
        </p>
        {foot}
      </SheetPart>
    </Sheet>
  )
}

function Title({ kind, amount, service }: { kind: Payment['kind']; amount: string; service: string }) {
  switch (kind) {
    case 'card':
      return <Trans>Now: pay {amount} by card</Trans>
    case 'code':
      return (
        <Trans>
          Now: pay {amount} with {service}
        </Trans>
      )
    case 'bank':
      return <Trans>Now: transfer exactly {amount}</Trans>
    case 'crypto':
      return <Trans>Now: send exactly {amount}</Trans>
  }
}

/** What happens after the payment. */
function Sent({ kind }: { kind: Payment['kind'] }) {
  switch (kind) {
    case 'crypto':
      return <Trans>Sent already? There is nothing to press: this page shows it by itself.</Trans>
    case 'bank':
      return <Trans>Transferred already? There is nothing to press: this page shows it by itself.</Trans>
    default:
      return <Trans>You may close this page. Your order stays here.</Trans>
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
      <span className="ml-auto text-[14px]">
        <Trans>Pay by {date}</Trans>
      </span>
    )
  }
  return (
    <span className="ml-auto inline-flex items-center gap-2 text-[15px] tabular-nums" role="timer" aria-live="off">
      <Clock size={18} aria-hidden="true" />
      <Trans>{countdownText(seconds)} left</Trans>
    </span>
  )
}
