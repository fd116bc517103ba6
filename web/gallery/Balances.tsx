import { BalanceCard } from '../src/domain/BalanceCard'
import { CoinIcon } from '../src/domain/CoinIcon'
import DayChange from '../src/domain/chart/DayChange'
import { ShortMoney } from '../src/domain/ShortMoney'
import { SignedMoney } from '../src/domain/SignedMoney'
import { TotalBalance } from '../src/domain/TotalBalance'
import { TransactionCard } from '../src/domain/TransactionCard'
import { TransactionRow } from '../src/domain/TransactionRow'
import type { Transaction } from '../src/domain/queries'
import { Card } from '../src/ui/Card'
import { Hero } from '../src/ui/Hero'
import { Line, Lines } from '../src/ui/Lines'
import { HUGE, TINY } from './samples'
import { Group, Specimen } from './Specimen'

export function Balances() {
  return (
    <Group name="Balances">
      <Specimen name="TotalBalance">
        <Hero>
          <TotalBalance />
        </Hero>
      </Specimen>
      <Specimen name="BalanceCard" wide>
        <BalanceCard title="Balances" empty={null} link={(_, name) => name} />
      </Specimen>
      <Specimen name="ShortMoney, SignedMoney, DayChange">
        <Card>
          <Lines>
            <Line label="short">
              <ShortMoney amount={HUGE} currency="ETH" />
            </Line>
            <Line label="in">
              <SignedMoney amount={HUGE} currency="ETH" />
            </Line>
            <Line label="out">
              <SignedMoney amount={`-${TINY}`} currency="ETH" />
            </Line>
            <Line label="up">
              <DayChange percent="1.89" amount="231.10" currency="EUR" />
            </Line>
            <Line label="down">
              <DayChange percent="-4.60" />
            </Line>
          </Lines>
        </Card>
      </Specimen>
      <Specimen name="CoinIcon">
        <Card>
          <p className="flex flex-wrap gap-4">
            <CoinIcon code="USDT" network="tron" />
            <CoinIcon code="USDT" network="ethereum" />
            <CoinIcon code="BTC" network="bitcoin" />
            <CoinIcon code="EUR" network={undefined} />
          </p>
        </Card>
      </Specimen>
    </Group>
  )
}

const EUR = { amount: '250.00', currency: 'EUR', payway: 'visamc' }
const BTC = { amount: '0.004213371234567', currency: 'BTC', payway: 'btc' }

const transaction = (id: string, rest: object) =>
  ({
    id,
    type: 'BUY',
    display_type: 'purchase',
    status: 'DONE',
    sub_state: 'done',
    created_at: '2026-11-27T10:00:00Z',
    from: EUR,
    to: BTC,
    source: {},
    price: {},
    headline: { kind: 'sent', amount: BTC.amount, currency: BTC.currency },
    ...rest,
  }) as unknown as Transaction

const TRANSACTIONS = [
  transaction('done', {}),
  transaction('new', { status: 'NEW', sub_state: 'payment', headline: { kind: 'expected', ...EUR } }),
  transaction('huge', {
    status: 'PROCESSING',
    sub_state: 'network_confirmation',
    display_type: 'withdraw',
    from: { ...BTC, amount: HUGE, payway: 'balance' },
    to: { ...BTC, amount: HUGE },
    headline: { kind: 'expected', amount: HUGE, currency: 'BTC' },
  }),
  transaction('cancelled', {
    status: 'CANCELLED',
    sub_state: 'cancelled',
    headline: { kind: 'not_paid', amount: '0', currency: 'EUR' },
  }),
]

const row = (each: Transaction) => <TransactionRow transaction={each} />
const list = (rest: object) => ({ error: undefined, refetch: () => undefined, ...rest }) as never

export function Transactions() {
  return (
    <Group name="Transactions">
      <Specimen name="TransactionCard, TransactionRow" wide>
        <TransactionCard title="Activity" list={list({ data: TRANSACTIONS })} row={row} seeAll="All" empty={null} />
      </Specimen>
      <Specimen name="TransactionCard loading">
        <TransactionCard title="Activity" list={list({ data: undefined })} row={row} seeAll="All" empty={null} />
      </Specimen>
      <Specimen name="TransactionCard stale">
        <TransactionCard
          title="Activity"
          list={list({ data: TRANSACTIONS.slice(0, 1), error: new Error('lost') })}
          row={row}
          seeAll="All"
          empty={null}
        />
      </Specimen>
    </Group>
  )
}
