import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Transaction } from '../../api/exchangeTypes'
import { Notice } from '../../ui/Notice'
import { isUnmatchedPayment } from './details/facts'
import { openTransactionsQuery } from './queries'

type UnmatchedPaymentProps = { transaction: Transaction; link: (transaction: Transaction) => ReactNode }

/** A late or duplicate payment is a record of its own, with this order as its parent. Links the payer to it. */
export function UnmatchedPayment({ transaction, link }: UnmatchedPaymentProps) {
  const open = useQuery(openTransactionsQuery)
  const unmatchedPayments =
    open.data?.filter((other) => other.parent === transaction.id && isUnmatchedPayment(other)) ?? []
  return unmatchedPayments.map((unmatchedPayment) => (
    <div key={unmatchedPayment.id} className="mb-5">
      <Notice tone="act" action={link(unmatchedPayment)}>
        <Trans>Another payment for this order has arrived. Choose what happens with it.</Trans>
      </Notice>
    </div>
  ))
}
