import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { TextField } from '../../ui/TextField'
import { needsPreview, type Refusal, readAmount } from '../amountInput'
import { grouped, separatorsOf } from '../grouping'
import type { Unit } from './amountOf'

type AmountTextProps = Omit<ComponentProps<typeof TextField>, 'inputMode' | 'autoComplete' | 'as'> & { unit: Unit }

/**
 * <AmountText unit label value onChange … of TextField> — an amount as it is typed. Below it stands how a text is read
 * that could be read otherwise, or why it is no amount; else the usual error or hint. `amountOf` reads the same text.
 */
export function AmountText({ unit: { scale, currency }, value, error, hint, ...field }: AmountTextProps) {
  const { i18n } = useLingui()
  const separators = separatorsOf(i18n.locale)
  const { wire, refused } = readAmount(value, scale, separators, currency)
  const read = grouped(wire, separators)
  const understood = currency ? (
    <Trans>
      Understood: {read} {currency}
    </Trans>
  ) : (
    <Trans>Understood: {read}</Trans>
  )
  return (
    <TextField
      {...field}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      error={refused ? <Refused why={refused} currency={currency} /> : error}
      hint={needsPreview(value, wire, separators) ? understood : hint}
    />
  )
}

/** Why a text is no amount. */
function Refused({ why, currency }: { why: Refusal; currency: string | undefined }) {
  if (why === 'negative') return <Trans>An amount cannot be negative</Trans>
  if (why === 'currency' && currency) return <Trans>Enter the amount in {currency}</Trans>
  if (why === 'long') return <Trans>This number is too long</Trans>
  return <Trans>Enter an amount in digits, like 250 or 0.5</Trans>
}
