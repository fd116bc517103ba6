import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../ui/Badge'
import type { Transaction } from './queries'

type Words = { title: string; note: string; status: string; tone: Tone }

/** How a transaction reads in a list; statuses as in specification section 4. */
export function useTransactionWords(): (transaction: Transaction, amount: string) => Words {
  const { t } = useLingui()
  return (transaction, amount) => {
    const title = {
      purchase: t`Buy ${amount}`,
      sale: t`Sell ${amount}`,
      swap: t`Swap ${amount}`,
      deposit: t`Deposit ${amount}`,
    }[transaction.display_type]
    const status = statusWords(transaction, {
      success: t`Success`,
      progress: t`In progress`,
      failed: t`Failed`,
      cancelled: t`Cancelled`,
      expired: t`Expired`,
      resolved: t`Resolved`,
      needed: t`Needs you`,
      send: transaction.payment.kind === 'crypto' ? t`Send funds` : t`Pay`,
      review: t`In review`,
    })
    const { display_type, from, to } = transaction
    const note = display_type === 'deposit' ? from.currency : `${from.currency} → ${to.currency}`
    return { title, note, ...status }
  }
}

type StatusWords = Record<
  'success' | 'progress' | 'failed' | 'cancelled' | 'expired' | 'resolved' | 'needed' | 'send' | 'review',
  string
>

function statusWords({ status }: Transaction, words: StatusWords): { status: string; tone: Tone } {
  switch (status) {
    case 'DONE':
      return { status: words.success, tone: 'ok' }
    case 'NEW':
      return { status: words.send, tone: 'act' }
    case 'WAIT':
    case 'PROCESSING':
      return { status: words.progress, tone: 'wait' }
    case 'ACTION_REQUIRED':
      return { status: words.needed, tone: 'act' }
    case 'MANUAL':
      return { status: words.review, tone: 'wait' }
    case 'RESOLVED':
      return { status: words.resolved, tone: 'ok' }
    case 'EXPIRED':
      return { status: words.expired, tone: 'bad' }
    case 'CANCELLED':
      return { status: words.cancelled, tone: 'plain' }
    case 'REJECT':
    case 'FAIL':
      return { status: words.failed, tone: 'bad' }
  }
}
