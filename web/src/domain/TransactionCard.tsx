import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../ui/Card'
import { Loaded } from './QueryCard'
import type { Transaction } from './queries'

type TransactionCardProps = {
  title: ReactNode
  list: UseQueryResult<Transaction[]>
  row: (transaction: Transaction) => ReactNode
  seeAll: ReactNode
  empty: ReactNode
}

/** A short list of transactions on another page, in all four states of a list. */
export function TransactionCard({ title, list, row, seeAll, empty }: TransactionCardProps) {
  return (
    <Card tight title={title} aside={list.data?.length ? seeAll : undefined}>
      <Loaded asked={list} rows={2}>
        {(all) =>
          all.length === 0 ? (
            empty
          ) : (
            <ul className="divide-y divide-line">
              {all.map((each) => (
                <li key={each.id}>{row(each)}</li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
