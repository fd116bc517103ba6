import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { moneyText } from '../../../i18n/format'
import { TextField } from '../../../ui/TextField'
import type { Rules } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { isAmount } from '../../parts/amounts'
import { EditForm } from './EditButton'
import { OptionalRuleCard } from './OptionalRuleCard'
import type { SectionProps } from './useDraft'

type Guarantee = NonNullable<Rules['guarantee']>

/** What the console proposes when the guarantee is switched on. */
const FIRST: Guarantee = { max_minutes: 720, max_loss: '25.00' }

/** The bounds of the server: a week, and a million euro. */
const [least, most] = [1, 10_080] as const
const LOSS_MAX = 1_000_000

/** The price guarantee: how long and at what cost the price of an order is kept if its customer paid in time. */
export function GuaranteeCard({ rules, was, onChange }: SectionProps) {
  const { t, i18n } = useLingui()
  const rule = rules.guarantee
  const name = t`Price guarantee`
  const facts = rule
    ? [
        {
          name: t`Minutes after the expiry of the order`,
          value: new Intl.NumberFormat(i18n.locale).format(rule.max_minutes),
        },
        { name: t`At most for one order`, value: moneyText({ amount: rule.max_loss, currency: 'EUR' }, i18n.locale) },
      ]
    : []
  const change = onChange && ((of: typeof rule) => onChange({ guarantee: of } as Partial<Rules>))
  return (
    <OptionalRuleCard
      name={name}
      was={was.guarantee}
      rule={rule}
      facts={facts}
      switchLabel={t`Who paid in time gets the promised price, even if the payment is confirmed late`}
      off={
        <Trans>If a payment is confirmed too late, the customer chooses between the current price and a refund.</Trans>
      }
      first={FIRST}
      form={(rule, close) => <GuaranteeForm rule={rule} onApply={(to) => change?.(to)} onClose={close} />}
      onSwitch={change}
    />
  )
}

type GuaranteeFormProps = { rule: Guarantee; onApply: (rule: Guarantee) => void; onClose: () => void }

function GuaranteeForm({ rule, onApply, onClose }: GuaranteeFormProps) {
  const { t } = useLingui()
  const [minutes, setMinutes] = useState(String(rule.max_minutes))
  const [loss, setLoss] = useState(rule.max_loss)
  const isTime = /^\d{1,5}$/.test(minutes) && Number(minutes) >= least && Number(minutes) <= most
  const isSum = isAmount(loss) && Number(loss) > 0 && Number(loss) <= LOSS_MAX
  return (
    <EditForm
      isRight={isTime && isSum}
      onApply={() => onApply({ max_minutes: Number(minutes), max_loss: loss })}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <TextField
            label={t`Minutes after the expiry of the order`}
            value={minutes}
            onChange={(text) => setMinutes(text.trim())}
            error={isChecked && !isTime ? t`Between ${least} and ${most}` : undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
          />
          <AmountField
            label={t`At most for one order, EUR`}
            value={loss}
            onChange={setLoss}
            isChecked={isChecked}
            error={isChecked && isAmount(loss) && !isSum ? t`Above 0 and at most 1,000,000` : undefined}
          />
          <p className="text-[13px] text-muted">
            <Trans>
              The guarantee account pays the difference to the market. If it is more than this, the customer chooses,
              and is credited this much after an exchange at the current price.
            </Trans>
          </p>
        </>
      )}
    </EditForm>
  )
}
