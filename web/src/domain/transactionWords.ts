import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../ui/Badge'
import type { Transaction } from './queries'
import { CUSTOMER } from './balance'
import { badgeOf } from './transactionStatus'

type Words = { title: string; note: string; status: string; tone: Tone }

/** The texts of a transaction in a list. Statuses follow the specification, "States and transitions". */
export function useTransactionWords(): (transaction: Transaction, amount: string) => Words {
  const { t } = useLingui()
  /** The title of an order without an exchange: what happened to the money, instead of the order. */
  const endedTitle = ({ headline, display_type, status }: Transaction, amount: string) => {
    if (status === 'DONE') return undefined
    switch (headline.kind) {
      case 'refunded':
        return t`Refund ${amount}`
      case 'deposited':
        return t`To balance ${amount}`
      case 'held':
        return display_type === 'deposit' ? undefined : t`Payment ${amount}`
      default:
        return undefined
    }
  }
  return (transaction, amount) => {
    const received = transaction.from.payway === CUSTOMER ? t`Received ${amount}` : undefined
    const ended = endedTitle(transaction, amount) ?? received
    const title =
      ended ??
      {
        purchase: t`Buy ${amount}`,
        sale: t`Sell ${amount}`,
        swap: t`Swap ${amount}`,
        deposit: t`Deposit ${amount}`,
        withdraw: t`Withdraw ${amount}`,
        convert: t`Convert ${amount}`,
        refund: t`Refund ${amount}`,
        transfer: t`Transfer ${amount}`,
      }[transaction.display_type]
    const { word, tone } = badgeOf(transaction.status, transaction.sub_state)
    // An unpaid transaction shows the customer's next action.
    const todo = transaction.status === 'NEW' && transaction.source.instructions !== undefined
    const pay = transaction.source.instructions?.kind === 'crypto' ? t`Send funds` : t`Pay`
    const status: Pick<Words, 'status' | 'tone'> = todo ? { status: pay, tone: 'act' } : { status: t(word), tone }
    const { from, to, headline } = transaction
    const note = ended || from.currency === to.currency ? headline.currency : `${from.currency} → ${to.currency}`
    return { title, note, ...status }
  }
}
