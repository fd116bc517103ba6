import { useLingui } from '@lingui/react/macro'
import { AmountField } from '../../parts/AmountField'
import type { FeeTexts } from './fees'

type FeeFieldsProps = {
  currency: string
  texts: FeeTexts
  onChange: (texts: FeeTexts) => void
  isChecked: boolean
  /** Also the minimum and the maximum. */
  hasBounds?: boolean
}

/** The parts of a fee. Amounts are in the currency of the fee. */
export function FeeFields({ currency, texts, onChange, isChecked, hasBounds = false }: FeeFieldsProps) {
  const { t } = useLingui()
  const field = (name: keyof FeeTexts, label: string, isOptional = false) => (
    <AmountField
      label={label}
      value={texts[name]}
      onChange={(text) => onChange({ ...texts, [name]: text })}
      isChecked={isChecked}
      isOptional={isOptional}
    />
  )
  return (
    <div className="grid grid-cols-2 items-start gap-2">
      {field('fixed', t`Fixed part, ${currency}`)}
      {field('percent', t`Percent`)}
      {hasBounds ? field('min', t`Minimum, ${currency}`, true) : null}
      {hasBounds ? field('max', t`Maximum, ${currency}`, true) : null}
    </div>
  )
}
