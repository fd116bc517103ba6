import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '../../../ui/TextField'
import { isAmount, isAmountOrNone, wireText } from './amounts'

const LONGEST = 40

type AmountFieldProps = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Whether a wrong amount is shown as wrong. */
  isChecked: boolean
  isOptional?: boolean
  error?: ReactNode
}

/** <AmountField label value onChange isChecked> — an amount or a percentage, in digits with a decimal point. */
export function AmountField({ label, value, onChange, isChecked, isOptional = false, error }: AmountFieldProps) {
  const { t } = useLingui()
  const isRight = isOptional ? isAmountOrNone(value) : isAmount(value)
  return (
    <TextField
      label={label}
      value={value}
      onChange={(text) => onChange(wireText(text))}
      error={isChecked && !isRight ? t`Enter an amount` : error}
      inputMode="decimal"
      autoComplete="off"
      maxLength={LONGEST}
    />
  )
}
