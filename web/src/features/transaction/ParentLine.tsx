import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { isUnmatchedPayment } from './details/facts'
import { transactionQuery } from './queries'

export type ParentProps = {
  /** An unmatched payment. */
  transaction: Transaction
  /** Wraps the order's reference in a link to its page. */
  link: (order: Transaction, words: ReactNode) => ReactNode
}

export default function ParentLine({ transaction, link }: ParentProps) {
  const { parent } = transaction
  const order = useQuery({ ...transactionQuery(parent ?? '', true), enabled: Boolean(parent), refetchInterval: false })
  if (!order.data) return null
  const { reference } = order.data
  const leads = link(order.data, <span className="font-mono">{reference}</span>)
  return (
    <p className="text-[14px] text-muted">
      {isUnmatchedPayment(transaction) ? (
        <Trans>This payment came for order {leads}.</Trans>
      ) : (
        <Trans>This refund is for payment {leads}.</Trans>
      )}
    </p>
  )
}
