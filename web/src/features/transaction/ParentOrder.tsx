import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { transactionQuery } from './queries'

type ParentOrderProps = {
  transaction: Transaction
  /** Wraps the order's reference in a link to its page. */
  link: (order: Transaction, words: ReactNode) => ReactNode
}

/** A payment that came too late or twice says which order it was meant for, and leads there. */
export function ParentOrder({ transaction, link }: ParentOrderProps) {
  const { parent } = transaction
  const order = useQuery({ ...transactionQuery(parent ?? '', true), enabled: Boolean(parent), refetchInterval: false })
  if (!order.data) return null
  const { reference } = order.data
  const leads = link(order.data, <span className="font-mono">{reference}</span>)
  return (
    <p className="text-[14px] text-muted">
      <Trans>This payment came for order {leads}.</Trans>
    </p>
  )
}
