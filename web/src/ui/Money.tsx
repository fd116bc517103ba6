/*
 * <Money amount currency /> — "1,412.06 €"; at most eight significant digits with "…" where there are more, the whole amount
 *   under the pointer; `exact` shows every digit. Unit after the number.
 * <HeroMoney amount currency size="m|l" /> — the amount that the page is about; fraction and unit smaller.
 */
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { amountParts, moneyText, shortAmount, unitText } from '../i18n/format'
import './money.css'

type MoneyProps = { amount: string; currency: string }

/** Where eighteen decimals do not fit a phone, the line breaks after the decimal mark, and never inside the unit. */
export function Money({ amount, currency, exact = false }: MoneyProps & { exact?: boolean }) {
  const { i18n } = useLingui()
  const short = exact ? { amount, cut: false } : shortAmount(amount)
  const { whole, fraction } = amountParts(short.amount, i18n.locale)
  return (
    <span className="wrap-anywhere" title={short.cut ? moneyText({ amount, currency }, i18n.locale) : undefined}>
      {whole}
      {fraction.slice(0, 1)}
      <wbr />
      {fraction.slice(1)}
      {short.cut ? '…' : null}
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
