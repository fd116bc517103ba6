import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../ui/Badge'
import type { Transaction } from './queries'
import { standingOf } from './transactionStatus'

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
    const { word, tone } = standingOf(transaction.status)
    // Before it is paid the list says what to do.
    const todo = transaction.status === 'NEW'
    const pay = transaction.payment.kind === 'crypto' ? t`Send funds` : t`Pay`
    const status: Pick<Words, 'status' | 'tone'> = todo ? { status: pay, tone: 'act' } : { status: t(word), tone }
    const { display_type, from, to } = transaction
    const note = display_type === 'deposit' ? from.currency : `${from.currency} → ${to.currency}`
    return { title, note, ...status }
  }
}
