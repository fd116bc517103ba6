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

type NewAddresses = NonNullable<Rules['new_addresses']>

/** What the console proposes when the rule is switched on. */
const FIRST: NewAddresses = { above: '1000.00', hours: 24 }

/** The bounds of the server. */
const [least, most] = [1, 72] as const

/** How much may leave to addresses that a customer has named for the first time. */
export function NewAddressesCard({ rules, was, onChange }: SectionProps) {
  const { t, i18n } = useLingui()
  const rule = rules.new_addresses
  const change = onChange && ((of: typeof rule) => onChange({ new_addresses: of } as Partial<Rules>))
  const facts = rule
    ? [
        { name: t`Hours that an address is new`, value: new Intl.NumberFormat(i18n.locale).format(rule.hours) },
        { name: t`Leaves meanwhile, at most`, value: moneyText({ amount: rule.above, currency: 'EUR' }, i18n.locale) },
      ]
    : []
  return (
    <OptionalRuleCard
      name={t`New addresses`}
      was={was.new_addresses}
      rule={rule}
      facts={facts}
      switchLabel={t`Only a limited amount leaves to an address that is new`}
      off={<Trans>Any amount may leave to a new address at once.</Trans>}
      first={FIRST}
      form={(one, close) => <NewAddressesForm rule={one} onApply={(to) => change?.(to)} onClose={close} />}
      onSwitch={change}
    />
  )
}

type FormProps = { rule: NewAddresses; onApply: (rule: NewAddresses) => void; onClose: () => void }

function NewAddressesForm({ rule, onApply, onClose }: FormProps) {
  const { t } = useLingui()
  const [hours, setHours] = useState(String(rule.hours))
  const [above, setAbove] = useState(rule.above)
  const isTime = /^\d{1,2}$/.test(hours) && Number(hours) >= least && Number(hours) <= most
  return (
    <EditForm
      isRight={isTime && isAmount(above)}
      onApply={() => onApply({ above, hours: Number(hours) })}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <TextField
            label={t`Hours that an address is new`}
            value={hours}
            onChange={(text) => setHours(text.trim())}
            error={isChecked && !isTime ? t`Between ${least} and ${most}` : undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
          />
          <AmountField
            label={t`Leaves meanwhile, at most, EUR`}
            value={above}
            onChange={setAbove}
            isChecked={isChecked}
          />
        </>
      )}
    </EditForm>
  )
}
