import type { Money } from '../api/exchangeTypes'
import { grouped, separatorsOf, trimZeros } from './grouping'

// Specification section 1: symbols are shown only for these two.
const SYMBOL: Record<string, string> = { USD: '$', EUR: '€' }

/** The unit as it stands after a number. */
export function unitText(currency: string): string {
  return SYMBOL[currency] ?? currency
}

/** Every digit that says something, at least two decimals where the currency has them, in the reader's marks. */
export function amountText(amount: string, locale: string): string {
  const negative = amount.startsWith('-')
  const text = grouped(trimZeros(negative ? amount.slice(1) : amount), separatorsOf(locale))
  return negative ? `−${text}` : text
}

/** Digits that are read at a glance. */
const SIGNIFICANT = 8

/**
 * The amount for lists and fee lines: at most eight significant digits. It is cut, never rounded up, and no digit of the
 * whole part is lost; `cut` says that there is more to show.
 */
export function shortAmount(amount: string): { amount: string; cut: boolean } {
  const exact = trimZeros(amount)
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(exact) ?? []
  const zeros = /^0*$/.test(whole) ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const digits = /^0*$/.test(whole) ? zeros + SIGNIFICANT : Math.max(SIGNIFICANT - whole.length, 2)
  if (fraction.length <= digits) return { amount: exact, cut: false }
  const sign = exact.startsWith('-') ? '-' : ''
  return {
    amount: trimZeros(`${sign}${whole}.${fraction.slice(0, digits)}`),
    cut: /[1-9]/.test(fraction.slice(digits)),
  }
}

/** "0.00304123… BTC": the short form, which shows that it is one. */
export function shortMoneyText(money: Money, locale: string): string {
  const { amount, cut } = shortAmount(money.amount)
  return `${amountText(amount, locale)}${cut ? '…' : ''}\u00a0${unitText(money.currency)}`
}

/** "1,412.06 €", "287.914036 USDT"; the space does not break. */
export function moneyText(money: Money, locale: string): string {
  return `${amountText(money.amount, locale)}\u00a0${unitText(money.currency)}`
}
