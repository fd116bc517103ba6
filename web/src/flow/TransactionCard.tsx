import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../api/problemText'
import { Card } from '../ui/Card'
import { SkeletonRows } from '../ui/Skeleton'
import { StaleNote } from '../ui/StaleNote'
import { ErrorState } from '../ui/States'
import type { Transaction } from './queries'

type TransactionCardProps = {
  title: ReactNode
  list: UseQueryResult<Transaction[]>
  row: (transaction: Transaction) => ReactNode
  seeAll: ReactNode
  empty: ReactNode
}

/** A few transactions on a page about something else, in all four states of a list. */
export function TransactionCard({ title, list, row, seeAll, empty }: TransactionCardProps) {
  const { data, error, isPending, isError } = list
  return (
    <Card tight title={title} aside={data?.length ? seeAll : undefined}>
      {isPending ? <SkeletonRows count={2} /> : null}
      {isError && !data ? <ErrorState onRetry={() => void list.refetch()}>{errorText(error)}</ErrorState> : null}
      {isError && data ? <StaleNote onRetry={() => void list.refetch()} /> : null}
      {data?.length === 0 ? empty : null}
      <ul className="divide-y divide-line">
        {data?.map((each) => (
          <li key={each.id}>{row(each)}</li>
        ))}
      </ul>
    </Card>
  )
}
