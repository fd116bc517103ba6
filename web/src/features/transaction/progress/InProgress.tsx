import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { clockSkew, countdownText, useSecondsLeft } from '../../../domain/clock'
import { shortMoneyText } from '../../../domain/money'
import { Loaded } from '../../../domain/QueryCard'
import { Badge } from '../../../ui/Badge'
import { Breakable } from '../../../ui/Breakable'
import { Card } from '../../../ui/Card'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { ItemRow, isLongTitle } from '../../../ui/ItemRow'
import { isUnmatchedPayment } from '../details/facts'
import { openTransactionsQuery } from '../queries'
import { badgeOf } from '../../../domain/transactionStatus'
import { useOrderTitle } from './useOrderTitle'
import { useSubStateWord } from './useSubStateWord'

type InProgressProps = {
  /** Wraps a row in a link to its order; features know no routes. */
  link: (transaction: Transaction, row: ReactNode) => ReactNode
}

/** Running orders, newest first; without any, an explanation of the first steps. */
export default function InProgress({ link }: InProgressProps) {
  const open = useQuery(openTransactionsQuery)
  if (open.data?.length === 0) return <FirstSteps />
  return (
    <Card tight title={<Trans>In progress</Trans>}>
      <Loaded asked={open} rows={2}>
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((transaction) => (
              <li key={transaction.id}>
                {link(transaction, <Row transaction={transaction} receivedAt={open.dataUpdatedAt} />)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

/** The empty state. */
function FirstSteps() {
  return (
    <Card title={<Trans>How it works</Trans>}>
      <ol className="grid list-decimal gap-2 pl-5 text-[14px] text-muted marker:text-brand">
        <li>
          <Trans>Choose what you give and what you receive. You see every fee before you agree.</Trans>
        </li>
        <li>
          <Trans>Say where the money goes, and confirm the price.</Trans>
        </li>
        <li>
          <Trans>Pay. Your order appears here and moves by itself until it is done.</Trans>
        </li>
      </ol>
    </Card>
  )
}

function Row({ transaction, receivedAt }: { transaction: Transaction; receivedAt: number }) {
  const { i18n } = useLingui()
  const word = useSubStateWord()
  const title = useOrderTitle(transaction)
  const { side, from, to, headline } = transaction
  const coin = side === 'BUY' && !isUnmatchedPayment(transaction) ? to.currency : from.currency
  // A payment that waits or is refunded is shown itself; otherwise the side that the title does not show.
  const goesOn = headline.kind === 'expected' || headline.kind === 'received'
  const value = !goesOn || isUnmatchedPayment(transaction) ? headline : side === 'BUY' ? (transaction.paid ?? from) : to
  return (
    <ItemRow
      icon={<CurrencyIcon code={coin} size={36} />}
      title={<Breakable text={title} />}
      roomy={isLongTitle(title)}
      note={<Note transaction={transaction} receivedAt={receivedAt} />}
      value={<Breakable text={shortMoneyText(value, i18n.locale)} />}
      below={
        <Badge tone={transaction.status === 'NEW' ? 'act' : badgeOf(transaction.status).tone}>
          {word(transaction)}
        </Badge>
      }
    />
  )
}

function Confirmations({ now, required }: { now: number; required: number }) {
  const { t } = useLingui()
  return t`${now} of ${plural(required, { one: '# confirmation', few: '# confirmations', many: '# confirmations', other: '# confirmations' })}`
}

function Note({ transaction, receivedAt }: { transaction: Transaction; receivedAt: number }) {
  const { status, sub_state, source, payout, expires_at, server_time, reference } = transaction
  const seconds = useSecondsLeft(status === 'NEW' ? expires_at : undefined, clockSkew(server_time, receivedAt))
  const crypto = source.instructions?.crypto
  if (sub_state === 'scheduled') return <Trans>Sent in a moment</Trans>
  if (status === 'NEW' && source.instructions && expires_at && seconds < 24 * 3600) {
    return <Trans>Waiting for payment · {countdownText(seconds)}</Trans>
  }
  if (sub_state === 'network_confirmation' && crypto) {
    return <Confirmations now={crypto.confirmations} required={crypto.required} />
  }
  if (sub_state === 'sent' && payout?.required) {
    return <Confirmations now={payout.confirmations ?? 0} required={payout.required} />
  }
  return <Trans>Order {reference}</Trans>
}
