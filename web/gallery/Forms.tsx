import { useState } from 'react'
import { AmountText } from '../src/domain/amount/AmountText'
import { CardChoice } from '../src/domain/card/CardChoice'
import { CardForm } from '../src/domain/card/CardForm'
import MemoClaim from '../src/domain/claim/MemoClaim'
import { FactorForm } from '../src/domain/FactorForm'
import { RenameForm } from '../src/domain/RenameForm'
import { ArticleText } from '../src/domain/article/ArticleText'
import { blocksOf } from '../src/domain/article/articles'
import { AddressForm } from '../src/domain/requisite/AddressForm'
import { CheckedField } from '../src/domain/requisite/CheckedField'
import { MoneySettings } from '../src/domain/settings/MoneySettings'
import type { Check } from '../src/domain/useRequisiteCheck'
import { WayRow } from '../src/domain/WayRow'
import { Card } from '../src/ui/Card'
import { ListRows } from '../src/ui/ListRow'
import { PAYWAYS } from './answers'
import { ADDRESS, HUGE, LONG_NAME } from './samples'
import { Group, Specimen } from './Specimen'

const nothing = () => undefined
const later = async () => undefined
const UNIT = { scale: 18, currency: 'ETH' } as const
const CARD = { submitLabel: 'Pay 250.00 €', sandbox: true, busy: false, problem: undefined, withCvv: true } as const

const ARTICLE = [
  '{company} pays out in minutes.',
  '',
  '1. Open **Wallet**.',
  '2. Press **Withdraw**.',
  '',
  '- A card',
  '- A bank account',
]

const CHECKS: readonly Check[] = [
  { state: 'empty' },
  { state: 'checking' },
  { state: 'valid', normalized: ADDRESS },
  { state: 'invalid', code: 'address_invalid', message: '' },
  { state: 'unknown' },
]

export function MoneyFields() {
  return (
    <Group name="Fields of money and addresses">
      <Specimen name="AmountText">
        <AmountText label="Amount" unit={UNIT} value={HUGE} onChange={nothing} />
      </Specimen>
      <Specimen name="AmountText error">
        <AmountText label="Amount" unit={UNIT} value="12" onChange={nothing} error="Minimum is 20 ETH" />
      </Specimen>
      {CHECKS.map((check) => (
        <Specimen key={check.state} name={`CheckedField ${check.state}`}>
          <CheckedField
            label="Your BTC address"
            name={check.state}
            value={check.state === 'empty' ? '' : ADDRESS}
            onChange={nothing}
            check={check}
            currency="BTC"
            tried
          />
        </Specimen>
      ))}
    </Group>
  )
}

export function Forms() {
  const to = { currency: 'BTC', payway: 'btc' } as const
  return (
    <Group name="Forms">
      <Specimen name="AddressForm, saved details">
        <Card>
          <AddressForm to={to} payway={PAYWAYS[2]} saved={undefined} onDone={nothing} offersSaving />
        </Card>
      </Specimen>
      <Specimen name="ArticleText">
        <Card>
          <ArticleText company="Agio" blocks={blocksOf(ARTICLE)} />
        </Card>
      </Specimen>
      <Specimen name="MemoClaim">
        <Card>
          <MemoClaim id="ord_019a0000000070008000000000000001" />
        </Card>
      </Specimen>
      <Specimen name="AddressForm with a memo">
        <Card>
          <AddressForm to={{ currency: 'TON', payway: 'ton' }} payway={PAYWAYS[4]} saved={undefined} onDone={nothing} />
        </Card>
      </Specimen>
      <Specimen name="CardForm">
        <Card>
          <CardForm {...CARD} saves onSubmit={nothing} />
        </Card>
      </Specimen>
      <Specimen name="CardForm refused">
        <Card>
          <CardForm {...CARD} problem="The bank declined the payment." onSubmit={nothing} />
        </Card>
      </Specimen>
      <Specimen name="CardChoice, a declined card">
        <Card>
          <CardChoice {...CARD} isDeclined onSubmit={nothing} onSaved={nothing} />
        </Card>
      </Specimen>
      <Specimen name="FactorForm">
        <Card>
          <FactorForm action="Continue" onCode={later} onPasskey={later} />
        </Card>
      </Specimen>
      <Specimen name="RenameForm">
        <Card>
          <ul>
            <RenameForm name={LONG_NAME} charsMax={60} onRename={async () => ({ done: true })} onDone={nothing} />
          </ul>
        </Card>
      </Specimen>
      <Specimen name="MoneySettings">
        <ListRows label="Money">
          <MoneySettings />
        </ListRows>
      </Specimen>
    </Group>
  )
}

export function WaysToPay() {
  const [chosen, choose] = useState('Bank transfer')
  const ways = [
    { kind: 'iban', name: 'Bank transfer' },
    { kind: 'card', name: 'Visa / MC' },
    { kind: 'code', name: LONG_NAME },
    { kind: 'crypto', name: 'TRC20', network: 'tron' },
  ] as const
  return (
    <Group name="Ways to pay">
      <Specimen name="WayRow chosen, free, off" wide>
        <div className="grid gap-2">
          {ways.map((way) => (
            <WayRow
              key={way.name}
              group="ways"
              way={way}
              note="at least 0.10"
              checked={way.name === chosen}
              disabled={way.kind === 'code'}
              onPick={() => choose(way.name)}
            >
              <b className="font-[580]">0.50 € + 1 %</b>
              <span className="text-[13px] text-muted">≈ 8 min</span>
            </WayRow>
          ))}
        </div>
      </Specimen>
    </Group>
  )
}
