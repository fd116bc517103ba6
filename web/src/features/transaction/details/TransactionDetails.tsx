import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Money, PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { AddressText } from '../../../flow/AddressText'
import { brandName, cardName } from '../../../flow/cardName'
import { HeroAmount } from '../../../flow/HeroAmount'
import { moneyText } from '../../../flow/money'
import { formatOneWay } from '../../../flow/rate'
import { GIVEN } from '../../../flow/sideWords'
import { PriceLines } from '../../../flow/PriceLines'
import { Badge } from '../../../ui/Badge'
import { Breakable } from '../../../ui/Breakable'
import { Card } from '../../../ui/Card'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { headline, isStray, payoutWay } from './facts'
import { Fact } from './Facts'
import { Hash } from './Hash'
import { PayeeWords } from './PayeeWords'
import { Outcome } from './Outcome'
import { standingOf } from '../../../flow/transactionStatus'
import { displayTypeWord } from '../status'
import { Timeline } from './Timeline'

type TransactionDetailsProps = {
  transaction: Transaction
  payways: readonly PaywayInfo[]
  /** What can be done from here: open the running order, or try again. */
  actions: ReactNode
  support: ReactNode
  /** Which order a stray payment was meant for; nothing for an order. */
  origin: ReactNode
  /** The proof that it stands in the log. */
  receipt: ReactNode
}

/** Everything about one transaction, every field whole and copyable. */
export function TransactionDetails(props: TransactionDetailsProps) {
  const { transaction, payways, actions, support, origin, receipt } = props
  const { t, i18n } = useLingui()
  const { from, to } = transaction
  const about = headline(transaction)
  const stray = isStray(transaction)
  const standing = standingOf(transaction.status)
  const way = (code: string) => payways.find((payway) => payway.code === code)
  const money = (value: Money) => <Breakable text={moneyText(value, i18n.locale)} />
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
    <div className="mx-auto grid grid-cols-1 w-full max-w-[620px] gap-5">
      <Card>
        <article className="grid grid-cols-1 gap-5">
          <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <CurrencyIcon code={about.currency} size={48} />
            <div className="min-w-52 flex-1">
              <HeroAmount {...about} />
              <p className="text-[13px] text-muted">{i18n._(displayTypeWord(transaction.display_type))}</p>
            </div>
            <Badge tone={standing.tone}>{i18n._(standing.word)}</Badge>
          </header>
          {origin}
          <Outcome transaction={transaction} support={support} />
          <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
            <Fact label={t`Order`} copy={transaction.reference} mono>
              {transaction.reference}
            </Fact>
            <Fact label={t`Created`}>{moment(transaction.created_at)}</Fact>
            <Fact label={t`Updated`}>{moment(transaction.updated_at)}</Fact>
            <Fact label={stray ? t`You pay` : t(GIVEN[transaction.side])}>{money(stray ? about : from)}</Fact>
            <Fact label={t`Pay with`}>{payWords(transaction, way(from.payway)?.name ?? from.payway)}</Fact>
            {stray ? null : (
              <>
                <Fact label={t`You receive`}>{money(to)}</Fact>
                <Fact label={t`Receive by`}>{way(to.payway)?.name ?? to.payway}</Fact>
                <Fact label={t`Rate`}>
                  {formatOneWay(transaction.from.currency, transaction.to.currency, transaction.rate, i18n.locale)}
                </Fact>
              </>
            )}
          </dl>
        </article>
      </Card>
      {stray ? null : (
        <>
          <Card title={<Trans>Price</Trans>}>
            <dl className="grid grid-cols-1 gap-2.5">
              <PriceLines
                lines={transaction.lines}
                fromKind={way(from.payway)?.kind}
                network={way(to.payway)?.kind === 'crypto' ? way(to.payway)?.name : undefined}
                all
              />
            </dl>
          </Card>
          <Card title={<Trans>Where the money goes</Trans>}>
            <WhereFacts transaction={transaction} />
          </Card>
        </>
      )}
      <Card title={<Trans>Steps</Trans>}>
        <Timeline transaction={transaction} />
      </Card>
      {receipt}
      <div className="flex flex-col-reverse gap-3 sm:flex-row [&>*]:flex-1">{actions}</div>
    </div>
  )
}

function payWords({ payment }: Transaction, name: string): string {
  const card = payment.card
  return card?.last4 ? `${brandName(card.brand)} •••• ${card.last4}` : name
}

function WhereFacts({ transaction }: { transaction: Transaction }) {
  const { t } = useLingui()
  const { requisite, payout, payment } = transaction
  const value = requisite.value ?? requisite.display
  const labels = { address: t`To address`, iban: t`To account`, card: t`To card` }
  return (
    <dl className="grid grid-cols-1 gap-2.5 text-[14px]">
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
      {payment.crypto?.address ? (
        <Fact label={t`From deposit address`} copy={payment.crypto.address} mono long>
          <AddressText value={payment.crypto.address} />
        </Fact>
      ) : null}
      {payment.crypto?.txid ? (
        <Fact label={t`Payment hash`} copy={payment.crypto.txid} mono long>
          <Hash hash={payment.crypto.txid} payway={transaction.from.payway}>
            {payment.crypto.txid}
          </Hash>
        </Fact>
      ) : null}
      {payment.bank ? (
        <Fact label={t`Payment reference`} copy={payment.bank.reference} mono long>
          {payment.bank.reference}
        </Fact>
      ) : null}
      {payout?.hash ? (
        <Fact
          label={requisite.kind === 'address' ? t`Transaction hash` : t`Payout reference`}
          copy={payout.hash}
          mono
          long
        >
          <Hash hash={payout.hash} payway={payoutWay(transaction)}>
            {payout.hash}
          </Hash>
        </Fact>
      ) : null}
    </dl>
  )
}
