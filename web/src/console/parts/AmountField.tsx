import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { editable, needsPreview } from '../../domain/amountInput'
import { grouped, separatorsOf } from '../../domain/grouping'
import { TextField } from '../../ui/TextField'
import { isAmount, isAmountOrNone, wireText } from './amounts'

const LONGEST = 40

type AmountFieldProps = {
  label: string
  /** The amount as the server reads it, or a text that is no amount. */
  value: string
  onChange: (text: string) => void
  /** Whether a wrong amount is shown as wrong. */
  isChecked: boolean
  isOptional?: boolean
  error?: ReactNode
}

/** <AmountField label value onChange isChecked> — an amount or a percentage, and how it is read if that is unclear. */
export function AmountField({ label, value, onChange, isChecked, isOptional = false, error }: AmountFieldProps) {
  const { t, i18n } = useLingui()
  const separators = separatorsOf(i18n.locale)
  // Keeps the typed text. A value from elsewhere replaces it.
  const [typed, setTyped] = useState({ text: editable(value, separators), value })
  const text = typed.value === value ? typed.text : editable(value, separators)
  const isRight = isOptional ? isAmountOrNone(value) : isAmount(value)
  return (
    <TextField
      label={label}
      value={text}
      onChange={(next) => {
        const read = wireText(next, separators)
        setTyped({ text: next, value: read })
        onChange(read)
      }}
      error={isChecked && !isRight ? t`Enter an amount` : error}
      hint={<Understood text={text} value={value} />}
      inputMode="decimal"
      autoComplete="off"
      maxLength={LONGEST}
    />
  )
}

/** How a typed text is read, if it could be read otherwise. */
export function Understood({ text, value }: { text: string; value: string }) {
  const { i18n } = useLingui()
  const separators = separatorsOf(i18n.locale)
  if (!isAmount(value) || !needsPreview(text, value, separators)) return null
  return <Trans>Understood: {grouped(value, separators)}</Trans>
}
