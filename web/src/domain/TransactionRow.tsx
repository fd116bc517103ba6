import { useLingui } from '@lingui/react/macro'
import { dayText, shortMoneyText, timeText } from '../i18n/format'
import { Badge } from '../ui/Badge'
import { Breakable } from '../ui/Breakable'
import { ItemRow, isLongTitle } from '../ui/ItemRow'
import { CurrencyIcon } from '../ui/CurrencyIcon'
import { Money } from '../ui/Money'
import type { Transaction } from './queries'
import { estimated, isEstimate } from './estimate'
import { notPaidWord } from './notPaid'
import { useTransactionWords } from './transactionWords'

/** One transaction in a list; the route wraps it in its link. */
export function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { t, i18n } = useLingui()
  const words = useTransactionWords()
  const { display_type, from, to, headline } = transaction
  const goesOn = headline.kind === 'expected' || headline.kind === 'received'
  // An order without an exchange has one amount, which the title shows.
  const isDone = transaction.status === 'DONE'
  const became = isDone || goesOn || headline.kind === 'not_paid' ? undefined : headline
  // An unmatched payment has one amount, because nothing is received for it.
  const alone = transaction.parent !== undefined && display_type !== 'refund'
  const crypto = became ?? (display_type === 'sale' || alone ? from : to)
  const ordered = display_type === 'purchase' || display_type === 'deposit' ? to : from
  const amount = became ?? ordered
  const other = became ?? (alone || ordered === to ? (transaction.paid ?? from) : to)
  // The unit may wrap to the next line, which reads better than a break inside it. Digits stay together.
  const titleAmount = estimated(
    shortMoneyText(amount, i18n.locale).replace(/\u00a0(?=\D*$)/, ' '),
    amount === to && isEstimate(transaction),
  )
  const { title, note, status, tone } = words(transaction, titleAmount)
  const at = transaction.created_at
  return (
    <ItemRow
      icon={<CurrencyIcon code={crypto.currency} size={36} />}
      title={<Breakable text={title} />}
      roomy={isLongTitle(title)}
      note={
        <>
          <span className="whitespace-nowrap">{note} ·</span>{' '}
          <time dateTime={at} className="inline-block">
            <span className="whitespace-nowrap">{dayText(at, i18n.locale, new Date())},</span>{' '}
            {timeText(at, i18n.locale)}
          </time>
        </>
      }
      value={
        headline.kind === 'not_paid' ? (
          <span className="text-muted">{t(notPaidWord(transaction))}</span>
        ) : (
          <Money amount={other.amount} currency={other.currency} />
        )
      }
      below={<Badge tone={tone}>{status}</Badge>}
    />
  )
}
