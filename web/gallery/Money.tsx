import { ArrowDownLeft, ArrowUpRight, Repeat, Send } from 'lucide-react'
import { AddressText } from '../src/domain/AddressText'
import { CopyRow } from '../src/domain/CopyRow'
import { HeroAmount } from '../src/domain/HeroAmount'
import { LineChart } from '../src/ui/chart/LineChart'
import { Card } from '../src/ui/Card'
import { CurrencyIcon } from '../src/ui/CurrencyIcon'
import { Hero } from '../src/ui/Hero'
import { ItemRow } from '../src/ui/ItemRow'
import { Line, Lines } from '../src/ui/Lines'
import { HeroMoney, Money } from '../src/ui/Money'
import { QuickAction, QuickActionOff, QuickActions, quickActionClass } from '../src/ui/QuickActions'
import { Sparkline } from '../src/ui/Sparkline'
import { ADDRESS, COURSE, HUGE, LONG_NAME, POINTS, TINY } from './samples'
import { Group, Specimen } from './Specimen'

const AMOUNTS = ['0.18442017', '1412.06', HUGE, TINY]
const ACTIONS = [
  ['Deposit', ArrowDownLeft],
  ['Withdraw', ArrowUpRight],
  ['Convert', Repeat],
] as const
const nothing = () => undefined

export function Heroes() {
  return (
    <Group name="Hero">
      {['12480.55', HUGE].map((amount) => (
        <Specimen key={amount} name="Hero, QuickActions" wide>
          <Hero label="Total">
            <HeroMoney amount={amount} currency="EUR" />
            <div className="mt-5">
              <QuickActions label="Actions">
                {ACTIONS.map(([name, icon]) => (
                  <button key={name} type="button" className={quickActionClass}>
                    <QuickAction icon={icon}>{name}</QuickAction>
                  </button>
                ))}
                <QuickActionOff icon={Send} why="There is nothing to send yet">
                  Переказати
                </QuickActionOff>
              </QuickActions>
            </div>
          </Hero>
        </Specimen>
      ))}
    </Group>
  )
}

export function Amounts() {
  return (
    <Group name="Amounts">
      <Specimen name="Money">
        <Card>
          <Lines>
            {AMOUNTS.map((amount) => (
              <Line key={amount} label="BTC">
                <Money amount={amount} currency="BTC" />
              </Line>
            ))}
            <Line label="exact">
              <Money amount={HUGE} currency="SHIB" exact />
            </Line>
          </Lines>
        </Card>
      </Specimen>
      <Specimen name="HeroAmount">
        <Card>
          {AMOUNTS.map((amount) => (
            <HeroAmount key={amount} amount={amount} currency="BTC" />
          ))}
        </Card>
      </Specimen>
      <Specimen name="ItemRow">
        <Card tight>
          {AMOUNTS.map((amount) => (
            <ItemRow
              key={amount}
              icon={<CurrencyIcon code="BTC" />}
              title="Bitcoin"
              note={LONG_NAME}
              value={<Money amount={amount} currency="BTC" />}
              below="1,412.06 €"
            />
          ))}
        </Card>
      </Specimen>
      <Specimen name="AddressText, CopyRow">
        <Card>
          <AddressText value={ADDRESS} />
          <ul className="mt-4 grid gap-2">
            <CopyRow label="Address" copy="Copy the address" value={ADDRESS} grouped />
            <CopyRow label="Amount" copy="Copy the amount" value={HUGE} />
            <CopyRow label={LONG_NAME} copy="Copy it" value={LONG_NAME} />
          </ul>
        </Card>
      </Specimen>
      <Specimen name="CurrencyIcon, Sparkline">
        <Card>
          <p className="flex flex-wrap items-center gap-3">
            {['BTC', 'ETH', 'USDT', 'EUR', 'USD', 'PLN', 'XYZ'].map((code) => (
              <CurrencyIcon key={code} code={code} />
            ))}
            <Sparkline values={COURSE} />
            <Sparkline values={COURSE.toReversed()} />
            <Sparkline values={undefined} />
          </p>
        </Card>
      </Specimen>
    </Group>
  )
}

const CHART = { label: 'Bitcoin', text: (value: string) => `${value} €`, onRetry: nothing, failed: false, dim: false }

export function Charts() {
  return (
    <Group name="Charts">
      <Specimen name="LineChart">
        <Card>
          <LineChart {...CHART} points={POINTS} />
        </Card>
      </Specimen>
      <Specimen name="LineChart loading">
        <Card>
          <LineChart {...CHART} points={undefined} />
        </Card>
      </Specimen>
      <Specimen name="LineChart failed">
        <Card>
          <LineChart {...CHART} points={undefined} failed />
        </Card>
      </Specimen>
      <Specimen name="LineChart stale">
        <Card>
          <LineChart {...CHART} points={POINTS} dim />
        </Card>
      </Specimen>
    </Group>
  )
}
