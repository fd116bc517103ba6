/*
 * <Money amount currency /> — "1,412.06 €"; every digit that says something, never truncated, unit after the number.
 * <HeroMoney amount currency size="m|l" /> — the amount that the page is about; fraction and unit smaller.
 */
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { amountParts, unitText } from '../i18n/format'
import './money.css'

type MoneyProps = { amount: string; currency: string }

/** Where eighteen decimals do not fit a phone, the line breaks after the decimal mark, and never inside the unit. */
export function Money({ amount, currency }: MoneyProps) {
  const { i18n } = useLingui()
  const { whole, fraction } = amountParts(amount, i18n.locale)
  return (
    <span className="wrap-anywhere">
      {whole}
      {fraction.slice(0, 1)}
      <wbr />
      {fraction.slice(1)}
      <span className="whitespace-nowrap">&nbsp;{unitText(currency)}</span>
    </span>
  )
}

// The fraction and the unit are set at about half the size.
const SMALL = 0.55

export function HeroMoney({ amount, currency, size = 'l' }: MoneyProps & { size?: 'm' | 'l' }) {
  const { i18n } = useLingui()
  const { whole, fraction } = amountParts(amount, i18n.locale)
  const unit = unitText(currency)
  const chars = whole.length + (fraction.length + 1 + unit.length) * SMALL
  return (
    <span className="hero-money" data-size={size}>
      <span style={{ '--chars': chars } as CSSProperties}>
        {whole}
        <small>
          {fraction}&nbsp;{unit}
        </small>
      </span>
    </span>
  )
}
