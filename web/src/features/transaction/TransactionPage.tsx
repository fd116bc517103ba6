import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import type { Transaction } from '../../api/exchangeTypes'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { EmptyState, ErrorState, StaleNote } from '../../ui/States'
import { paywaysQuery } from './queries'
import { Stray } from './Stray'
import { TransactionView } from './TransactionView'
import { useTransaction } from './useTransaction'

type TransactionPageProps = {
  id: string
  sandbox: boolean
  support: ReactNode
  done: ReactNode
  details: (transaction: Transaction) => ReactNode
  /** Opens the order that holds a stray payment of this one. */
  strayLink: (transaction: Transaction) => ReactNode
  /** What stands beside a loaded order: the sandbox's panel. */
  panel: (transaction: Transaction) => ReactNode
}

/** /transaction/{type}/{id}: a running order in its four states of loading, missing, failed and shown. */
export function TransactionPage(props: TransactionPageProps) {
  const { id, sandbox, support, done, details, strayLink, panel } = props
  const order = useTransaction(id)
  const payways = useQuery(paywaysQuery)
  const transaction = order.data
  return (
    <Page title={<Trans>Exchange</Trans>}>
      {transaction ? (
        <>
          <TransactionView
            transaction={transaction}
            receivedAt={order.dataUpdatedAt}
            sandbox={sandbox}
            paywayName={
              payways.data?.find((way) => way.code === transaction.from.payway)?.name ?? transaction.from.payway
            }
            stale={
              <>
                {order.isError ? <StaleNote onRetry={() => void order.refetch()} /> : null}
                <Stray transaction={transaction} link={strayLink} />
              </>
            }
            support={support}
            done={done}
            details={details(transaction)}
          />
          {panel(transaction)}
        </>
      ) : (
        <div className="mx-auto max-w-[620px]">
          <Card>
            {order.isError ? <Missing error={order.error} retry={() => void order.refetch()} /> : <Loading />}
          </Card>
        </div>
      )}
    </Page>
  )
}

export function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  if (isApiError(error) && error.code === 'NOT_FOUND') {
    return (
      <EmptyState title={<Trans>Transaction not found</Trans>}>
        <Trans>The address may be wrong, or it belongs to another account.</Trans>
      </EmptyState>
    )
  }
  return <ErrorState onRetry={retry}>{errorText(error)}</ErrorState>
}

export function Loading() {
  return (
    <div className="grid gap-6" aria-busy="true">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-4 w-32" />
        </div>
      </div>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
      <Skeleton className="h-24" />
    </div>
  )
}
