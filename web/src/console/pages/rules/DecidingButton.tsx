import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { Select } from '../../../ui/Select'
import type { FeesAsked, KeyHolder, Rules } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { isAmount } from '../../parts/amounts'
import { Panel } from '../../parts/Panel'
import { PAYWAYS, usePaywayName } from '../../parts/paywayNames'
import { Choice } from './Choice'
import { DecidedFees } from './DecidedFees'
import { TIERS } from './FeeRuleForm'
import { partnerChoices, partnerName } from './partnerNames'

type DecidingProps = { rules: Rules; version: number; partners: readonly KeyHolder[] }

/** Asks which rules decide the fees of an order, under the rules as they are edited. */
export function DecidingButton(props: DecidingProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        <Trans>Which rule wins?</Trans>
      </Button>
      <Panel open={open} onClose={() => setOpen(false)} title={<Trans>Which rule wins?</Trans>}>
        <Deciding {...props} />
      </Panel>
    </>
  )
}

type Order = Omit<FeesAsked, 'rules' | 'version'>

const FIRST: Order = {
  from_currency: 'EUR',
  from_payway: 'visamc',
  to_currency: 'BTC',
  to_payway: 'btc',
  from_amount: '100',
}

/** A source or a destination: a payway, or the balance. */
const ENDS = [...PAYWAYS, 'balance'] as const

function Deciding({ rules, version, partners }: DecidingProps) {
  const { t } = useLingui()
  const name = usePaywayName()
  const [order, setOrder] = useState(FIRST)
  const currencies = rules.currencies.map(({ currency }) => currency)
  const put = (part: { [K in keyof Order]?: Order[K] | undefined }) => setOrder({ ...order, ...part } as Order)
  const asked = { ...order, rules, version }
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 items-start gap-2">
        <Pick
          label={t`Gives`}
          value={order.from_currency}
          all={currencies}
          onPick={(one) => put({ from_currency: one })}
        />
        <Pick
          label={t`Paid by`}
          value={order.from_payway}
          all={ENDS}
          nameOf={name}
          onPick={(one) => put({ from_payway: one })}
        />
        <Pick
          label={t`Receives`}
          value={order.to_currency}
          all={currencies}
          onPick={(one) => put({ to_currency: one })}
        />
        <Pick
          label={t`Paid out by`}
          value={order.to_payway}
          all={ENDS}
          nameOf={name}
          onPick={(one) => put({ to_payway: one })}
        />
        <AmountField
          isChecked
          label={t`Amount, ${order.from_currency}`}
          value={order.from_amount}
          onChange={(from_amount) => put({ from_amount })}
        />
        <Choice label={t`Tier`} value={order.tier ?? undefined} all={TIERS} onChange={(tier) => put({ tier })} />
      </div>
      <Choice
        label={t`Partner`}
        value={order.partner ?? undefined}
        all={partnerChoices(order.partner ?? undefined, partners)}
        nameOf={(profile) => partnerName(profile, partners)}
        onChange={(partner) => put({ partner })}
      />
      {isAmount(order.from_amount) ? <DecidedFees asked={asked} /> : null}
    </div>
  )
}

type PickProps<T extends string> = {
  label: string
  value: T
  all: readonly T[]
  nameOf?: (one: T) => string
  onPick: (one: T) => void
}

function Pick<T extends string>({ label, value, all, nameOf = (one) => one, onPick }: PickProps<T>) {
  const pick = (code: string) => {
    const found = all.find((one) => one === code)
    if (found) onPick(found)
  }
  return (
    <Select label={label} value={value} onChange={pick}>
      {all.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </Select>
  )
}
