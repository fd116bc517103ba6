import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { moneyText } from '../../../i18n/format'
import { TextField } from '../../../ui/TextField'
import type { Rules } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { isAmount } from '../../parts/amounts'
import { EditForm } from './EditButton'
import { OptionalRuleCard } from './OptionalRuleCard'
import { percentText } from './feeText'
import type { SectionProps } from './useDraft'

type Referral = NonNullable<Rules['referral']>

/** What the console proposes when the programme is switched on: card payments can be disputed for months. */
const FIRST: Referral = {
  currency: 'EUR',
  percent: '20',
  orders: 10,
  days: 365,
  per_friend: '100.00',
  per_period: '1000.00',
  period_days: 31,
  settle_days: 14,
}

/** The rule of the referral programme: whether it is on, and what an order of a friend earns. */
export function ReferralCard({ rules, was, onChange }: SectionProps) {
  const { t, i18n } = useLingui()
  const rule = rules.referral
  const name = t`Referral programme`
  const facts = rule
    ? [
        { name: t`Share of our fee`, value: percentText(rule.percent, i18n.locale) },
        { name: t`Orders of a friend that earn`, value: rule.orders },
        { name: t`Days after joining`, value: rule.days },
        {
          name: t`At most for one friend`,
          value: moneyText({ amount: rule.per_friend, currency: rule.currency }, i18n.locale),
        },
        {
          name: t`At most within ${rule.period_days} days`,
          value: moneyText({ amount: rule.per_period, currency: rule.currency }, i18n.locale),
        },
        { name: t`Days before a reward is booked`, value: rule.settle_days },
      ]
    : []
  const change = onChange && ((of: typeof rule) => onChange({ referral: of } as Partial<Rules>))
  return (
    <OptionalRuleCard
      name={name}
      was={was.referral}
      rule={rule}
      facts={facts}
      switchLabel={t`Orders of invited friends earn a reward`}
      off={<Trans>Orders of invited friends earn nothing.</Trans>}
      first={FIRST}
      form={(rule, close) => <ReferralForm rule={rule} onApply={(to) => change?.(to)} onClose={close} />}
      onSwitch={change}
    />
  )
}

type ReferralFormProps = { rule: Referral; onApply: (rule: Referral) => void; onClose: () => void }

const isNumber = (text: string, least: number, most: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most

/** The whole numbers of the rule, with their bounds. */
const NUMBERS = { orders: [1, 1000], days: [1, 1096], period_days: [1, 1096], settle_days: [0, 180] } as const
type NumberName = keyof typeof NUMBERS
const NAMES = Object.keys(NUMBERS) as NumberName[]

function ReferralForm({ rule, onApply, onClose }: ReferralFormProps) {
  const { t } = useLingui()
  const { currency } = rule
  const [texts, setTexts] = useState({ percent: rule.percent, friend: rule.per_friend, period: rule.per_period })
  const [numbers, setNumbers] = useState<Record<NumberName, string>>({
    orders: String(rule.orders),
    days: String(rule.days),
    period_days: String(rule.period_days),
    settle_days: String(rule.settle_days),
  })
  const isShare = isAmount(texts.percent) && Number(texts.percent) > 0 && Number(texts.percent) <= 50
  const isSum = (text: string) => isAmount(text) && Number(text) > 0
  const isRight = NAMES.every((name) => isNumber(numbers[name], NUMBERS[name][0], NUMBERS[name][1]))
  const apply = () =>
    onApply({
      currency,
      percent: texts.percent,
      per_friend: texts.friend,
      per_period: texts.period,
      orders: Number(numbers.orders),
      days: Number(numbers.days),
      period_days: Number(numbers.period_days),
      settle_days: Number(numbers.settle_days),
    })
  const labels: Record<NumberName, string> = {
    orders: t`Orders of a friend that earn`,
    days: t`Days after joining`,
    period_days: t`Days of the period`,
    settle_days: t`Days before a reward is booked`,
  }
  const field = (name: NumberName, isChecked: boolean) => {
    const [least, most] = NUMBERS[name]
    return (
      <TextField
        key={name}
        label={labels[name]}
        value={numbers[name]}
        onChange={(text) => setNumbers({ ...numbers, [name]: text.trim() })}
        error={isChecked && !isNumber(numbers[name], least, most) ? t`Between ${least} and ${most}` : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
    )
  }
  return (
    <EditForm
      isRight={isRight && isShare && isSum(texts.friend) && isSum(texts.period)}
      onApply={apply}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <AmountField
            label={t`Share of our fee, percent`}
            value={texts.percent}
            onChange={(percent) => setTexts({ ...texts, percent })}
            isChecked={isChecked}
            error={isChecked && isAmount(texts.percent) && !isShare ? t`Above 0 and at most 50` : undefined}
          />
          {field('orders', isChecked)}
          {field('days', isChecked)}
          <AmountField
            label={t`At most for one friend, ${currency}`}
            value={texts.friend}
            onChange={(friend) => setTexts({ ...texts, friend })}
            isChecked={isChecked}
            error={isChecked && isAmount(texts.friend) && !isSum(texts.friend) ? t`Enter an amount` : undefined}
          />
          <AmountField
            label={t`At most within the period, ${currency}`}
            value={texts.period}
            onChange={(period) => setTexts({ ...texts, period })}
            isChecked={isChecked}
            error={isChecked && isAmount(texts.period) && !isSum(texts.period) ? t`Enter an amount` : undefined}
          />
          {field('period_days', isChecked)}
          {field('settle_days', isChecked)}
          <p className="text-[13px] text-muted">
            <Trans>A reward is booked after the wait, if the payment of its order is not disputed by then.</Trans>
          </p>
        </>
      )}
    </EditForm>
  )
}
