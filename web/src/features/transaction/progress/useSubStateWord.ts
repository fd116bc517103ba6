import { useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'

/** The specification's labels of a running order ("What the product does"), short enough for a badge. */
export function useSubStateWord(): (transaction: Transaction) => string {
  const { t } = useLingui()
  return ({ sub_state, source }) => {
    switch (sub_state) {
      case 'scheduled':
        return t`Scheduled`
      case 'waiting_for_receiver':
        return t`Waiting`
      case 'waiting_for_payment':
        return source.instructions?.kind === 'crypto' ? t`Send funds` : t`Pay`
      case 'waiting_for_approval':
        return t`Confirm with your bank`
      case 'transfer_seen':
        return t`Transfer seen`
      case 'network_confirmation':
        return t`Network confirmation`
      case 'paid':
        return t`Paid`
      case 'sending':
        return t`Sending`
      case 'sent':
        return t`Sent`
      case 'action_needed':
        return t`Needs you`
      case 'refunding':
        return t`Refund under way`
      case 'under_review':
        return t`Under review`
      case 'completed':
        return t`Success`
      case 'refunded':
        return t`Refunded`
      case 'deposited':
        return t`On your balance`
      case 'closed':
        return t`Closed`
      case 'expired':
      case 'failed':
        return t`Failed`
      case 'cancelled':
        return t`Cancelled`
    }
  }
}
