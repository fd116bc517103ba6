import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Money, PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { AddressText } from '../../../domain/AddressText'
import { brandName, cardName } from '../../../domain/cardName'
import { estimated, isEstimate } from '../../../domain/estimate'
import { HeroAmount } from '../../../domain/HeroAmount'
import { moneyText } from '../../../domain/money'
import { formatOneWay } from '../../../domain/rate'
import { BALANCE, CUSTOMER } from '../../../domain/balance'
import { givenWord } from '../../../domain/sideWords'
import { CostSummary } from '../../../domain/cost/summary/CostSummary'
import { Badge } from '../../../ui/Badge'
import { Breakable } from '../../../ui/Breakable'
import { Card } from '../../../ui/Card'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { CustomerFacts } from './CustomerFacts'
import { EndFacts } from './EndFacts'
import { Fact } from './Fact'
import { isExchange, isSettled, payoutWay, wasExchanged } from './facts'
import { HeadlineWord } from './HeadlineWord'
import { Hash } from './Hash'
import { PayeeWords } from './PayeeWords'
import { Outcome } from './Outcome'
import { badgeOf } from '../../../domain/transactionStatus'
import { shownTypeWord } from '../status'
import { Timeline } from './Timeline'

// Few orders have a promo code with a bonus.
const BonusFact = lazy(() => import('../bonus/BonusFact'))

type TransactionDetailsProps = {
  transaction: Transaction
  payways: readonly PaywayInfo[]
  /** The available actions: open the running order, or try again. */
  actions: ReactNode
  support: ReactNode
  /** The order that an unmatched payment was meant for. */
  origin: ReactNode
  /** The receipt. */
  receipt: ReactNode
}

/** All fields of a transaction, unabbreviated and copyable. */
export function TransactionDetails(props: TransactionDetailsProps) {
  const { transaction, payways, actions, support, origin, receipt } = props
  const { t, i18n } = useLingui()
  const { from, to, headline, paid, deposited } = transaction
  const exchange = isExchange(transaction)
  const made = wasExchanged(transaction)
  const badge = badgeOf(transaction.status, transaction.sub_state)
  const way = (code: string) => payways.find((payway) => payway.code === code)
  const wayName = (code: string) =>
    code === BALANCE ? t`Balance` : code === CUSTOMER ? t`Another customer` : (way(code)?.name ?? code)
  const money = (value: Money, estimate = false) => (
    <Breakable text={estimated(moneyText(value, i18n.locale), estimate)} />
  )
  const moment = (at: string) =>
    i18n.date(at, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <article className="grid grid-cols-1 gap-5">
          <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <CurrencyIcon code={headline.currency} size={48} />
            <div className="min-w-52 flex-1">
              <HeadlineWord transaction={transaction} />
              <HeroAmount
                amount={headline.amount}
                currency={headline.currency}
                quiet={headline.kind === 'not_paid'}
                estimate={isEstimate(transaction)}
              />
              <p className="text-[13px] text-muted">{i18n._(shownTypeWord(transaction))}</p>
            </div>
            {isSettled(transaction) ? null : <Badge tone={badge.tone}>{i18n._(badge.word)}</Badge>}
          </header>
          {origin}
          <Outcome transaction={transaction} support={support} />
          <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
            <Fact label={t`Order`} copy={transaction.reference} mono>
              {transaction.reference}
            </Fact>
            <Fact label={t`Created`}>{moment(transaction.created_at)}</Fact>
            <Fact label={t`Updated`}>{moment(transaction.updated_at)}</Fact>
            {exchange ? <Fact label={paid ? t`Paid` : t(givenWord(transaction))}>{money(paid ?? from)}</Fact> : null}
            <Fact label={t`Pay with`}>{payWords(transaction, wayName(from.payway))}</Fact>
            {exchange ? (
              <>
                <Fact label={made ? t`Exchanged for` : t`You receive`}>{money(to, isEstimate(transaction))}</Fact>
                {deposited ? <Fact label={t`To your balance`}>{money(deposited)}</Fact> : null}
                {headline.kind === 'deposited' ? null : <Fact label={t`Receive by`}>{wayName(to.payway)}</Fact>}
                {from.currency === to.currency ? null : (
                  <Fact label={t`Rate`}>
                    {formatOneWay(from.currency, to.currency, transaction.price.rate, i18n.locale)}
                  </Fact>
                )}
              </>
            ) : (
              <EndFacts transaction={transaction} whole />
            )}
            {transaction.price.promo_bonus ? (
              <Suspense fallback={null}>
                <BonusFact transaction={transaction} />
              </Suspense>
            ) : null}
          </dl>
        </article>
      </Card>
      {exchange ? (
        <>
          <Card title={<Trans>Price</Trans>}>
            <CostSummary
              from={from}
              to={to}
              lines={transaction.price.lines}
              percent={transaction.price.cost_percent}
              fromKind={way(from.payway)?.kind}
              network={way(to.payway)?.kind === 'crypto' ? way(to.payway)?.name : undefined}
              open
            />
          </Card>
          <Card title={<Trans>Where the money goes</Trans>}>
            <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
              <PayeeFacts transaction={transaction} />
              <PaymentFacts transaction={transaction} />
              <PayoutFact transaction={transaction} />
            </dl>
          </Card>
        </>
      ) : hasPaymentFacts(transaction) ? (
        <Card title={<Trans>Payment</Trans>}>
          <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
            <PaymentFacts transaction={transaction} />
          </dl>
        </Card>
      ) : null}
      <Card title={<Trans>Steps</Trans>}>
        <Timeline transaction={transaction} />
      </Card>
      {receipt}
      <div className="flex flex-col-reverse gap-3 sm:flex-row [&>*]:flex-1">{actions}</div>
    </div>
  )
}

function payWords({ source }: Transaction, name: string): string {
  const card = source.instructions?.card
  return card?.last4 ? `${brandName(card.brand)} •••• ${card.last4}` : name
}

function PayeeFacts({ transaction }: { transaction: Transaction }) {
  const { t } = useLingui()
  const { requisite } = transaction
  if (!requisite || requisite.kind === 'code') return null
  if (requisite.kind === 'customer') return <CustomerFacts transaction={transaction} />
  const value = requisite.value ?? requisite.display
  const labels = { address: t`To address`, iban: t`To account`, card: t`To card` }
  return (
    <>
      <Fact label={labels[requisite.kind]} copy={requisite.kind === 'card' ? undefined : value} mono long>
        {requisite.kind === 'card' ? cardName(value) : <AddressText value={value} />}
      </Fact>
      {requisite.memo ? (
        <Fact label={t`Memo`} copy={requisite.memo} mono long>
          {requisite.memo}
        </Fact>
      ) : null}
      {requisite.full_name ? <Fact label={t`Account owner`}>{requisite.full_name}</Fact> : null}
      {requisite.payee ? (
        <Fact label={t`Name check`} long>
          <PayeeWords payee={requisite.payee} />
        </Fact>
      ) : null}
    </>
  )
}

function hasPaymentFacts({ source: { instructions } }: Transaction): boolean {
  return Boolean(instructions?.crypto?.address || instructions?.bank)
}

function PaymentFacts({ transaction }: { transaction: Transaction }) {
  const { t } = useLingui()
  const { source, from } = transaction
  const payment = source.instructions
  if (!payment) return null
  return (
    <>
      {payment.crypto?.address ? (
        <Fact label={t`From deposit address`} copy={payment.crypto.address} mono long>
          <AddressText value={payment.crypto.address} />
        </Fact>
      ) : null}
      {payment.crypto?.txid ? (
        <Fact label={t`Payment hash`} copy={payment.crypto.txid} mono long>
          <Hash hash={payment.crypto.txid} payway={from.payway}>
            {payment.crypto.txid}
          </Hash>
        </Fact>
      ) : null}
      {payment.bank ? (
        <Fact label={t`Payment reference`} copy={payment.bank.reference} mono long>
          {payment.bank.reference}
        </Fact>
      ) : null}
    </>
  )
}

function PayoutFact({ transaction }: { transaction: Transaction }) {
  const { t } = useLingui()
  const { requisite, payout } = transaction
  if (!payout?.hash) return null
  return (
    <Fact
      label={requisite?.kind === 'address' ? t`Transaction hash` : t`Payout reference`}
      copy={payout.hash}
      mono
      long
    >
      <Hash hash={payout.hash} payway={payoutWay(transaction)}>
        {payout.hash}
      </Hash>
    </Fact>
  )
}
