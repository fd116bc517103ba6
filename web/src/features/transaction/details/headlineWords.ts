import { useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'
import { notPaidWord } from '../../../domain/notPaid'
import { isFromBalance } from './facts'

type About = Pick<Transaction, 'headline' | 'refund' | 'status' | 'display_type' | 'from'>

/** The label of the amount above an order. Empty while the order proceeds as ordered. */
export function useHeadlineWord(): (transaction: About) => string | undefined {
  const { t } = useLingui()
  return ({ headline, refund, status, display_type, from }) => {
    const isTransfer = display_type === 'transfer'
    switch (headline.kind) {
      case 'expected':
        return undefined
      case 'received':
        return isTransfer ? t`Transferred` : t`Sent to you`
      case 'deposited':
        return t`On your balance`
      case 'refunded':
        return refund?.settled_at ? t`Went back to you` : t`On its way back to you`
      case 'held':
        return status === 'ACTION_REQUIRED' ? t`Arrived, waits for your decision` : t`Arrived, is with us`
      case 'not_paid':
        return isTransfer || isFromBalance({ from }) ? t(notPaidWord({ display_type, from })) : t`Ordered, not paid`
    }
  }
}
