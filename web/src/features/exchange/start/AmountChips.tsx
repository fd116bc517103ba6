import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { compareDecimals } from '../../../domain/decimal'
import { amountText, moneyText } from '../../../domain/money'
import type { Limits } from '../limits'

type LimitRangeProps = { limits: Limits; currency: string }

/** Without the decimals of a whole amount. */
const short = (amount: string) => amount.replace(/\.0+$/, '')

/** "20 – 5,000 €", "11.10 – 44.95 €". */
export function LimitRange({ limits: { min, max }, currency }: LimitRangeProps) {
  const { i18n } = useLingui()
  if (!min || !max || compareDecimals(min, max) === 1) return null
  return (
    <span className="min-w-0 text-right wrap-anywhere">
      {amountText(short(min), i18n.locale)} – {moneyText({ amount: short(max), currency }, i18n.locale)}
    </span>
  )
}

type AmountChipsProps = LimitRangeProps & {
  presets: readonly string[]
  /** The current amount, whose chip is marked. */
  value: string
  onPick: (wire: string) => void
}

/** Amounts to choose with one press: usual ones, or else the minimum, and the maximum. */
export function AmountChips({ limits, presets, currency, value, onPick }: AmountChipsProps) {
  const { t, i18n } = useLingui()
  const { min, max, isAll = false } = limits
  const text = (amount: string) => moneyText({ amount, currency }, i18n.locale)
  const chip = (amount: string, name: string, label: ReactNode) => (
    <button
      key={name}
      type="button"
      className="amount-chip"
      aria-label={name}
      aria-pressed={compareDecimals(value, amount) === 0}
      onClick={() => onPick(amount)}
    >
      {label}
    </button>
  )
  return (
    <span className="amount-chips">
      {presets.map((amount) => chip(amount, text(amount), amountText(amount, i18n.locale)))}
      {min && presets.length === 0 ? chip(min, t`Min ${text(min)}`, <Trans>Min</Trans>) : null}
      {max
        ? chip(
            max,
            isAll ? t`All ${text(max)}` : t`Max ${text(max)}`,
            isAll ? <Trans context="amount">All</Trans> : <Trans>Max</Trans>,
          )
        : null}
    </span>
  )
}
