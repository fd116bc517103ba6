import { Link } from '@tanstack/react-router'
import type { Transaction } from '../domain/queries'
import { TransactionRow } from '../domain/TransactionRow'

/** Wraps a list row in a link to its transaction. */
export function transactionLink(transaction: Transaction) {
  return (
    <Link
      to="/transaction/$transactionType/$externalId"
      params={{ transactionType: transaction.type.toLowerCase(), externalId: transaction.id }}
      className="-mx-2 block rounded-control px-2 hover:bg-sunken"
    >
      <TransactionRow transaction={transaction} />
    </Link>
  )
}
