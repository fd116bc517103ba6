import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Transaction } from '../domain/queries'
import { TransactionRow } from '../domain/TransactionRow'

/** A list row with a link to its transaction. */
export function transactionLink(transaction: Transaction) {
  return rowLink(transaction, <TransactionRow transaction={transaction} />)
}

/** Wraps a list row in a link to its transaction. */
export function rowLink(transaction: Transaction, row: ReactNode) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={{ transactionType: transaction.type.toLowerCase(), externalId: transaction.id }}
      className="-mx-2 block rounded-control px-2 hover:bg-sunken"
    >
      {row}
    </Link>
  )
}
