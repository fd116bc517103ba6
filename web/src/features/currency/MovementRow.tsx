import { useLingui } from '@lingui/react/macro'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { estimated, isEstimate } from '../../domain/estimate'
import type { Transaction } from '../../domain/queries'
import { SignedMoney } from '../../domain/SignedMoney'
import { useTransactionWords } from '../../domain/transactionWords'
import { dayText, timeText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { ItemRow } from '../../ui/ItemRow'
import { changeOf } from './change'

type MovementRowProps = { transaction: Transaction; currency: string }

/** A movement of one balance, with the signed change of this balance. */
export function MovementRow({ transaction, currency }: MovementRowProps) {
  const { i18n } = useLingui()
  const { status, tone } = useTransactionWords()(transaction, '')
  const title = useTypeName()[transaction.display_type]
  const { from, to, created_at: at } = transaction
  const change = changeOf(transaction, currency)
  const isOut = change?.startsWith('-') ?? false
  const Arrow = isOut ? ArrowUpRight : ArrowDownLeft
  return (
    <ItemRow
      icon={
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Arrow size={18} aria-hidden="true" />
        </span>
      }
      title={
        <>
          {title}
          {from.currency === to.currency ? null : (
            <span className="font-normal text-muted">
              {' '}
              {from.currency} → {to.currency}
            </span>
          )}
        </>
      }
      note={
        <time dateTime={at} className="whitespace-nowrap">
          {dayText(at, i18n.locale, new Date())}, {timeText(at, i18n.locale)}
        </time>
      }
      value={
        change ? (
          <>
            {estimated('', !isOut && isEstimate(transaction))}
            <SignedMoney amount={change} currency={currency} />
          </>
        ) : null
      }
      below={<Badge tone={tone}>{status}</Badge>}
    />
  )
}

function useTypeName(): Record<Transaction['display_type'], string> {
  const { t } = useLingui()
  return {
    deposit: t`Deposit`,
    withdraw: t`Withdrawal`,
    convert: t`Conversion`,
    transfer: t`Transfer`,
    purchase: t`Purchase`,
    sale: t`Sale`,
    swap: t`Swap`,
    refund: t`Refund`,
  }
}
