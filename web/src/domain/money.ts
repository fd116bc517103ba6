import type { Money } from '../api/exchangeTypes'
import { grouped, separatorsOf, trimZeros } from './grouping'

// Specification, section 1: only these two currencies have symbols.
const SYMBOL: Record<string, string> = { USD: '$', EUR: '€' }

/** The unit after a number. */
export function unitText(currency: string): string {
  return SYMBOL[currency] ?? currency
}

/** All significant digits, with at least two decimals where the currency has them, in the locale's format. */
export function amountText(amount: string, locale: string): string {
  const negative = amount.startsWith('-')
  const text = grouped(trimZeros(negative ? amount.slice(1) : amount), separatorsOf(locale))
  return negative ? `−${text}` : text
}

/** The maximum number of digits in the short form. */
const SIGNIFICANT = 8

/**
 * The short form for lists and fee lines: at most eight significant digits. It is truncated, never rounded up, and
 * keeps the whole part. `cut` tells that digits are missing.
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

/** The short form, marked as such: "0.00304123… BTC". */
export function shortMoneyText(money: Money, locale: string): string {
  const { amount, cut } = shortAmount(money.amount)
  return `${amountText(amount, locale)}${cut ? '…' : ''}\u00a0${unitText(money.currency)}`
}

/** "1,412.06 €", "287.914036 USDT"; with a non-breaking space. */
export function moneyText(money: Money, locale: string): string {
  return `${amountText(money.amount, locale)}\u00a0${unitText(money.currency)}`
}
