import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { useCatalogue } from '../../domain/catalogue'
import type { TravelSlot } from '../../domain/travel'
import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { StaleNote } from '../../ui/StaleNote'
import { isUnmatchedPayment } from './details/facts'
import { shownType, shownTypeWord } from './status'
import { Loading, Missing } from './LoadStates'
import { ParentOrder } from './ParentOrder'
import { useOrderTitle } from './progress/useOrderTitle'
import { UnmatchedPayment } from './UnmatchedPayment'
import { TransactionView } from './TransactionView'
import { useTransaction } from './useTransaction'

// Loaded lazily: few payment methods are ever off.
const PayoutPaused = lazyLater(() => import('./progress/PayoutPaused'), seldomWords)

type TransactionPageProps = {
  id: string
  sandbox: boolean
  support: (transaction: Transaction, look: 'quiet' | 'text') => ReactNode
  /** The next step once nothing is left to do here. */
  done: (transaction: Transaction) => ReactNode
  /** Repeats a completed exchange. */
  again: (transaction: Transaction) => ReactNode
  details: (transaction: Transaction) => ReactNode
  /** The travel-rule questions of a crypto refund. */
  travel: TravelSlot
  /** Link to an unmatched payment of this order. */
  unmatchedPaymentLink: (transaction: Transaction) => ReactNode
  /** Link from an unmatched payment to its order. */
  parentLink: (order: Transaction, words: ReactNode) => ReactNode
  /** Link to continue from a URL without an order. */
  elsewhere: ReactNode
  /** The round link back. */
  back: ReactNode
  /** The sandbox's panel beside a loaded order. */
  panel: (transaction: Transaction) => ReactNode
}

/** The title: what an exchange does, or else the type. */
function Title({ transaction }: { transaction: Transaction | undefined }) {
  return transaction ? <LoadedTitle transaction={transaction} /> : <Trans>Exchange</Trans>
}

function LoadedTitle({ transaction }: { transaction: Transaction }) {
  const { i18n } = useLingui()
  const title = useOrderTitle(transaction)
  if (isUnmatchedPayment(transaction)) return <Trans>Payment</Trans>
  const type = shownType(transaction)
  const isExchange = type === 'purchase' || type === 'sale' || type === 'swap'
  return isExchange ? title : i18n._(shownTypeWord(transaction))
}

/** /transaction/{type}/{id}: a running order in four states: loading, missing, failed and loaded. */
export function TransactionPage(props: TransactionPageProps) {
  const {
    id,
    sandbox,
    support,
    done,
    again,
    details,
    travel,
    unmatchedPaymentLink,
    parentLink,
    elsewhere,
    back,
    panel,
  } = props
  const order = useTransaction(id)
  const catalogue = useCatalogue()
  const transaction = order.data
  const to = catalogue.data?.payways.find((way) => way.code === transaction?.to.payway)
  return (
    <Page back={back} title={<Title transaction={transaction} />}>
      {transaction ? (
        <>
          <TransactionView
            transaction={transaction}
            receivedAt={order.dataUpdatedAt}
            sandbox={sandbox}
            paywayName={
              catalogue.data?.payways.find((way) => way.code === transaction.from.payway)?.name ??
              transaction.from.payway
            }
            stale={
              <>
                {order.isError ? <StaleNote onRetry={() => void order.refetch()} /> : null}
                {to && to.pauses.length > 0 ? (
                  <Suspense fallback={null}>
                    <PayoutPaused transaction={transaction} payway={to} />
                  </Suspense>
                ) : null}
                <UnmatchedPayment transaction={transaction} link={unmatchedPaymentLink} />
              </>
            }
            origin={<ParentOrder transaction={transaction} link={parentLink} />}
            support={(look) => support(transaction, look)}
            done={done(transaction)}
            again={again(transaction)}
            network={to?.network}
            details={details(transaction)}
            travel={travel}
          />
          {panel(transaction)}
        </>
      ) : (
        <div className="max-w-[620px]">
          <Card>
            {order.isError ? (
              <Missing error={order.error} retry={() => void order.refetch()} elsewhere={elsewhere} />
            ) : (
              <Loading />
            )}
          </Card>
        </div>
      )}
    </Page>
  )
}
