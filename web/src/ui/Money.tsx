/*
 * <Money amount currency /> — "1,412.06 €"; at most eight decimals, with "…" if digits are missing and the whole amount
 * as a tooltip; `exact` shows all digits. The unit follows the number.
 * <HeroMoney amount currency size="m|l" /> — the main amount of a page; the unit is smaller, and so
 * are two decimals. More decimals are not, because they may be all that a coin has: "0.00239571 BTC".
 */
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { amountParts, moneyText, separatedParts, shortAmount, unitText } from '../i18n/format'
import './money.css'

type MoneyProps = { amount: string; currency: string }

/** If eighteen decimals do not fit a phone, the line breaks after the decimal separator, and never inside the unit. */
export function Money({ amount, currency, exact = false }: MoneyProps & { exact?: boolean }) {
  const { i18n } = useLingui()
  const short = exact ? undefined : shortAmount({ amount, currency })
  const { whole, fraction } = short ? separatedParts(short.amount, i18n.locale) : amountParts(amount, i18n.locale)
  return (
    <span className="wrap-anywhere" title={short?.cut ? moneyText({ amount, currency }, i18n.locale) : undefined}>
      {short?.below ? '<\u00a0' : null}
      {whole}
      {fraction.slice(0, 1)}
      <wbr />
      {fraction.slice(1)}
      {short?.cut && !short.below ? '…' : null}
      <span className="whitespace-nowrap">&nbsp;{unitText(currency)}</span>
    </span>
  )
}

// The font size of the fraction and the unit, relative to the whole part.
const SMALL = 0.55

export function HeroMoney({ amount, currency, size = 'l' }: MoneyProps & { size?: 'm' | 'l' }) {
  const { i18n } = useLingui()
  const { whole, fraction } = amountParts(amount, i18n.locale)
  const unit = unitText(currency)
  const small = fraction.length > 3 ? '' : fraction
  const large = small ? whole : whole + fraction
  const chars = large.length + (small.length + 1 + unit.length) * SMALL
  return (
    <span className="hero-money" data-size={size}>
      <span style={{ '--chars': chars } as CSSProperties}>
        {large}
        <small>
          {small}&nbsp;{unit}
        </small>
      </span>
    </span>
  )
}
