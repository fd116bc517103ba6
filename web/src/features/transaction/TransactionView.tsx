import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { clockSkew } from '../../domain/clock'
import { isEstimate } from '../../domain/estimate'
import { HeroAmount } from '../../domain/HeroAmount'
import { neverBack } from '../../domain/progress'
import { type TravelSlot, useTravel } from '../../domain/travel'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { Progress } from '../../ui/Progress'
import { Skeleton } from '../../ui/Skeleton'
import { CancelOrder } from './actions/CancelOrder'
import { hasProgress } from './details/facts'
import { useHeadlineWord } from './details/headlineWords'
import { Facts } from './details/Facts'
import { Outcome } from './details/Outcome'
import { PaymentStep } from './payment/PaymentStep'
import { standingOf } from '../../domain/transactionStatus'
import { awaitsPayment, displayTypeWord } from './status'
import { Timeline } from './details/Timeline'
import { useActions } from './actions/useActions'

// Loaded lazily: few orders need an action of the customer.
const ActionPanel = lazy(() => import('./actions/ActionPanel'))

type TransactionViewProps = {
  transaction: Transaction
  receivedAt: number
  sandbox: boolean
  paywayName: string
  /** A note above the order that the data may be stale. */
  stale: ReactNode
  /** The order that an unmatched payment was meant for. */
  origin: ReactNode
  /** Link to support with the order's reference. */
  support: (look: 'quiet' | 'text') => ReactNode
  done: ReactNode
  /** Link to all fields of the order. */
  details: ReactNode
  /** The travel-rule questions of a crypto refund. */
  travel: TravelSlot
}

/** A running order: amount, next action, timeline and facts. */
export function TransactionView(props: TransactionViewProps) {
  const { transaction, receivedAt, sandbox, paywayName, stale, origin, support, done, details } = props
  const travel = useTravel(props.travel)
  const actions = useActions(transaction, travel.ask)
  const percent = useProgress(transaction)
  const { t } = useLingui()
  const paying = awaitsPayment(transaction)
  const skew = clockSkew(transaction.server_time, receivedAt)
  return (
    <div className="mx-auto w-full max-w-[620px]">
      {hasProgress(transaction) ? <Progress percent={percent} label={t`Progress of the exchange`} /> : null}
      {stale}
      <Card>
        <article className="grid grid-cols-1 gap-6" aria-busy={actions.pending !== undefined}>
          <Head transaction={transaction} />
          {origin}
          <Outcome transaction={transaction} support={support('text')} />
          {transaction.action ? (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <ActionPanel
                transaction={transaction}
                busy={actions.pending === 'act'}
                problem={actions.problemOf('act')}
                code={actions.actCode}
                onAct={actions.act}
                support={support('quiet')}
              />
            </Suspense>
          ) : null}
          {paying ? (
            <PaymentStep
              transaction={transaction}
              skew={skew}
              sandbox={sandbox}
              actions={actions}
              paywayName={paywayName}
            />
          ) : null}
          <Timeline transaction={transaction} />
          <Facts transaction={transaction} />
          <div className="flex flex-col-reverse gap-3 sm:flex-row [&>*]:flex-1">
            {transaction.allowed.includes('cancel') ? (
              <CancelOrder
                busy={actions.pending === 'cancel'}
                problem={actions.problemOf('cancel')}
                onCancel={() => void actions.cancel()}
              />
            ) : null}
            {details}
            {paying || transaction.status === 'ACTION_REQUIRED' ? null : done}
          </div>
        </article>
      </Card>
      {travel.part}
    </div>
  )
}

function Head({ transaction }: { transaction: Transaction }) {
  const { i18n } = useLingui()
  const { reference, status, sub_state, display_type, headline } = transaction
  const what = useHeadlineWord()(transaction)
  const { word, tone } = standingOf(status, sub_state)
  const floats = isEstimate(transaction)
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <CurrencyIcon code={headline.currency} size={48} />
      <div className="min-w-52 flex-1">
        {what ? <p className="text-[13px] font-medium text-muted">{what}</p> : null}
        <HeroAmount
          amount={headline.amount}
          currency={headline.currency}
          quiet={headline.kind === 'not_paid'}
          estimate={floats}
        />
        {floats ? (
          <p className="text-[13px] text-muted">
            <Trans>An estimate: your transfer is exchanged at the rate of the moment it arrives.</Trans>
          </p>
        ) : null}
        <p className="text-[13px] text-muted">
          {i18n._(displayTypeWord(display_type))} ·{' '}
          <span className="whitespace-nowrap">
            <Trans>order {reference}</Trans>
          </span>
        </p>
      </div>
      <Badge tone={tone}>{i18n._(word)}</Badge>
    </header>
  )
}

/** The progress of an order. It never decreases while the page is open, even if updates arrive out of order. */
function useProgress(transaction: Transaction): number {
  const [seen, setSeen] = useState({ id: transaction.id, percent: transaction.progress })
  const percent = neverBack(seen.id === transaction.id ? seen.percent : undefined, transaction.progress)
  if (seen.id !== transaction.id || seen.percent !== percent) setSeen({ id: transaction.id, percent })
  return percent
}
