import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/Select'
import type { CurrencyRule } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { isAmount } from '../../parts/amounts'
import { EditForm } from './EditButton'
import { MICA, useMicaName } from './micaNames'

type Amount = 'min_exchange' | 'max_exchange' | 'min_deposit' | 'min_payout'
type CurrencyFormProps = { rule: CurrencyRule; onApply: (rule: CurrencyRule) => void; onClose: () => void }

/** Edits the amounts of a currency, and what residents of the EEA may do with it. */
export function CurrencyForm({ rule, onApply, onClose }: CurrencyFormProps) {
  const { t } = useLingui()
  const mica = useMicaName()
  const [next, setNext] = useState(rule)
  const { currency } = rule
  const fields: [Amount, string][] = [
    ['min_exchange', t`Smallest exchange, ${currency}`],
    ['max_exchange', t`Largest exchange, ${currency}`],
    ['min_deposit', t`Smallest deposit, ${currency}`],
    ['min_payout', t`Smallest payout, ${currency}`],
  ]
  return (
    <EditForm
      isRight={fields.every(([name]) => isAmount(next[name]))}
      onApply={() => onApply({ ...next, is_on: rule.is_on })}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          {fields.map(([name, label]) => (
            <AmountField
              key={name}
              label={label}
              value={next[name]}
              onChange={(text) => setNext({ ...next, [name]: text })}
              isChecked={isChecked}
            />
          ))}
          <Select
            label={t`EEA residents`}
            value={next.mica}
            onChange={(code) => setNext({ ...next, mica: MICA.find((one) => one === code) ?? next.mica })}
          >
            {MICA.map((code) => (
              <option key={code} value={code}>
                {mica(code)}
              </option>
            ))}
          </Select>
        </>
      )}
    </EditForm>
  )
}
