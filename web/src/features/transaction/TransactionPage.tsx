import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { useCatalogue } from '../../flow/catalogue'
import type { TravelSlot } from '../../flow/travel'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { StaleNote } from '../../ui/StaleNote'
import { isStray } from './details/facts'
import { displayTypeWord } from './status'
import { Loading, Missing } from './LoadStates'
import { ParentOrder } from './ParentOrder'
import { Stray } from './Stray'
import { TransactionView } from './TransactionView'
import { useTransaction } from './useTransaction'

type TransactionPageProps = {
  id: string
  sandbox: boolean
  support: (transaction: Transaction, look: 'quiet' | 'text') => ReactNode
  /** The way on once nothing more is to be done here. */
  done: (transaction: Transaction) => ReactNode
  details: (transaction: Transaction) => ReactNode
  /** What the travel rule asks of coins that go back. */
  travel: TravelSlot
  /** Opens the order that holds a stray payment of this one. */
  strayLink: (transaction: Transaction) => ReactNode
  /** The way back from a stray payment to the order it was meant for. */
  parentLink: (order: Transaction, words: ReactNode) => ReactNode
  /** The way on from an address without an order. */
  elsewhere: ReactNode
  /** What stands beside a loaded order: the sandbox's panel. */
  panel: (transaction: Transaction) => ReactNode
}

/** What kind of page it is; what is moved stands below. */
function Title({ transaction }: { transaction: Transaction | undefined }) {
  const { i18n } = useLingui()
  if (transaction && isStray(transaction)) return <Trans>Payment</Trans>
  const type = transaction?.display_type
  const isExchange = !type || type === 'purchase' || type === 'sale' || type === 'swap'
  return isExchange ? <Trans>Exchange</Trans> : i18n._(displayTypeWord(type))
}

/** /transaction/{type}/{id}: a running order in its four states of loading, missing, failed and shown. */
export function TransactionPage(props: TransactionPageProps) {
  const { id, sandbox, support, done, details, travel, strayLink, parentLink, elsewhere, panel } = props
  const order = useTransaction(id)
  const catalogue = useCatalogue()
  const transaction = order.data
  return (
    <Page title={<Title transaction={transaction} />}>
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
                <Stray transaction={transaction} link={strayLink} />
              </>
            }
            origin={<ParentOrder transaction={transaction} link={parentLink} />}
            support={(look) => support(transaction, look)}
            done={done(transaction)}
            details={details(transaction)}
            travel={travel}
          />
          {panel(transaction)}
        </>
      ) : (
        <div className="mx-auto max-w-[620px]">
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
