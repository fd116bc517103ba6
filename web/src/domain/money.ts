import type { Money } from '../api/exchangeTypes'
import { grouped, separatorsOf, trimZeros } from './grouping'

// Specification, "What the product does": only these two currencies have symbols.
const SYMBOL: Record<string, string> = { USD: '$', EUR: '€' }

/** The unit after a number. */
export function unitText(currency: string): string {
  return SYMBOL[currency] ?? currency
}

/** All significant digits, with at least two decimals where the currency has them, in the locale's format. */
export function amountText(amount: string, locale: string): string {
  return separated(trimZeros(amount), locale)
}

/** The digits as they are, with the locale's separators and sign. */
export function separated(amount: string, locale: string): string {
  const negative = amount.startsWith('-')
  const text = grouped(negative ? amount.slice(1) : amount, separatorsOf(locale))
  return negative ? `−${text}` : text
}

/** The money of states (specification, "What the product does"). It keeps two decimals; coins lose trailing zeros. */
const FIAT = new Set(['EUR', 'USD', 'UAH', 'PLN'])

/** The maximum number of decimals in the short form, and of all digits if the whole part is not zero. */
const SHORT_DIGITS = 8

/**
 * The short form for lists and fee lines: at most eight decimals, fewer beside a long whole part, which is never
 * shortened. It is truncated, never rounded up. `cut` tells that digits are missing; `below`, that none is left, so that
 * `amount` is the last place shown.
 */
export function shortAmount({ amount, currency }: Money): { amount: string; cut: boolean; below: boolean } {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === '') return { amount, cut: false, below: false }
  const least = FIAT.has(currency) ? 2 : 0
  const isWhole = /[1-9]/.test(whole)
  const digits = isWhole ? Math.max(SHORT_DIGITS - whole.length, least, 1) : SHORT_DIGITS
  const kept = fraction.slice(0, digits)
  const cut = /[1-9]/.test(fraction.slice(digits))
  const below = cut && !isWhole && !/[1-9]/.test(kept)
  const shown = below ? `${'0'.repeat(digits - 1)}1` : kept.padEnd(fraction ? least : 0, '0')
  return { amount: trimZeros(`${sign}${whole}${shown && `.${shown}`}`, least), cut, below }
}

/** The short form without a mark, where another sign tells that digits are missing: "480,081,135.1 SHIB". */
export function briefMoneyText(money: Money, locale: string): string {
  const { amount, below } = shortAmount(money)
  return withUnit(`${below ? '<\u00a0' : ''}${separated(amount, locale)}`, money)
}

const withUnit = (text: string, { currency }: Money) => `${text}\u00a0${unitText(currency)}`

/** The short form, marked as such: "0.00304123… BTC". */
export function shortMoneyText(money: Money, locale: string): string {
  const { amount, cut, below } = shortAmount(money)
  return cut && !below ? withUnit(`${separated(amount, locale)}…`, money) : briefMoneyText(money, locale)
}

/** "1,412.06 €", "287.914036 USDT"; with a non-breaking space. */
export function moneyText(money: Money, locale: string): string {
  return `${amountText(money.amount, locale)}\u00a0${unitText(money.currency)}`
}
