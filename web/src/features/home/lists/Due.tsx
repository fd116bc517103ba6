import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { runningQuery, type Transaction } from '../../../domain/queries'
import { TransactionCard } from '../../../domain/TransactionCard'

type DueProps = { row: (transaction: Transaction) => ReactNode; seeAll: ReactNode }

/** The running transactions; those that wait for the customer come first. */
export function Due({ row, seeAll }: DueProps) {
  const running = useQuery({ ...runningQuery, select: dueFirst })
  return <TransactionCard title={<Trans>In progress</Trans>} list={running} row={row} seeAll={seeAll} empty={null} />
}

const dueFirst = (running: Transaction[]) => running.toSorted((a, b) => Number(isDue(b)) - Number(isDue(a)))

const isDue = ({ status, source }: Transaction) =>
  status === 'ACTION_REQUIRED' || (status === 'NEW' && source.instructions !== undefined)
