import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { PaywayInfo, Transaction } from '../../api/exchangeTypes'
import { clockSkew } from '../../domain/clock'
import { neverBack } from '../../domain/progress'
import { type TravelSlot, useTravel } from '../../domain/travel'
import { Card } from '../../ui/Card'
import { Progress } from '../../ui/Progress'
import { Skeleton } from '../../ui/Skeleton'
import { CancelOrder } from './actions/CancelOrder'
import { hasProgress } from './details/facts'
import { Outcome } from './details/Outcome'
import { PaymentStep } from './payment/PaymentStep'
import { Head } from './Head'
import { Side } from './Side'
import { awaitsPayment } from './status'
import { type TransactionActions, useActions } from './actions/useActions'

// Loaded lazily: few orders need an action of the customer.
const ActionPanel = lazy(() => import('./actions/ActionPanel'))
const Hold = lazy(() => import('./actions/Hold'))
const Success = lazy(() => import('./success/Success'))

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
  /** Repeats a completed exchange. */
  again: ReactNode
  /** The network of the payout. */
  network: PaywayInfo['network'] | undefined
  /** Link to all fields of the order. */
  details: ReactNode
  /** The travel-rule questions of a crypto refund. */
  travel: TravelSlot
}

/**
 * An order on two columns: what to do now, or how it ended; then its steps and facts. On phones the first column comes
 * first.
 */
export function TransactionView(props: TransactionViewProps) {
  const { transaction, stale, network } = props
  const travel = useTravel(props.travel)
  const actions = useActions(transaction, travel.ask)
  const percent = useProgress(transaction)
  const { t } = useLingui()
  return (
    <div className="w-full">
      {hasProgress(transaction) ? <Progress percent={percent} label={t`Progress of the exchange`} /> : null}
      {stale}
      <article
        className="grid grid-cols-1 items-start gap-5 desk:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]"
        aria-busy={actions.pending !== undefined}
      >
        <Main {...props} actions={actions} />
        <Side transaction={transaction} network={network} details={props.details} />
      </article>
      {travel.part}
    </div>
  )
}

type MainProps = TransactionViewProps & { actions: TransactionActions }

/** What the customer does now, or how the order ended. */
function Main(props: MainProps) {
  const { transaction, receivedAt, sandbox, paywayName, network, origin, support, done, again, actions } = props
  const cancel = transaction.allowed.includes('cancel') ? (
    <CancelOrder
      transaction={transaction}
      busy={actions.pending === 'cancel'}
      problem={actions.problemOf('cancel')}
      onCancel={() => void actions.cancel()}
      look="text"
    />
  ) : null
  if (transaction.status === 'DONE') {
    return (
      <div className="grid grid-cols-1 gap-5">
        <Suspense fallback={<Skeleton className="h-[420px] rounded-hero" />}>
          <Success transaction={transaction} network={network} done={done} again={again} />
        </Suspense>
        {origin}
      </div>
    )
  }
  if (awaitsPayment(transaction)) {
    return (
      <PaymentStep
        transaction={transaction}
        skew={clockSkew(transaction.server_time, receivedAt)}
        sandbox={sandbox}
        actions={actions}
        paywayName={paywayName}
        foot={
          <>
            {cancel}
            {support('text')}
          </>
        }
      />
    )
  }
  return (
    <Card raised>
      <div className="grid grid-cols-1 gap-5">
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
        {transaction.allowed.includes('appeal') ? (
          <Suspense fallback={null}>
            <Hold transaction={transaction} />
          </Suspense>
        ) : null}
        {transaction.status === 'ACTION_REQUIRED' ? null : done}
        {cancel ? <div className="-my-2 grid justify-items-center">{cancel}</div> : null}
      </div>
    </Card>
  )
}

/** The progress of an order. It never decreases while the page is open, even if updates arrive out of order. */
function useProgress(transaction: Transaction): number {
  const [seen, setSeen] = useState({ id: transaction.id, percent: transaction.progress })
  const percent = neverBack(seen.id === transaction.id ? seen.percent : undefined, transaction.progress)
  if (seen.id !== transaction.id || seen.percent !== percent) setSeen({ id: transaction.id, percent })
  return percent
}
