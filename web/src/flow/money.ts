import type { Money } from '../api/exchangeTypes'
import { grouped, separatorsOf, trimZeros } from './amountInput'

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

/** "1,412.06 €", "287.914036 USDT"; the space does not break. */
export function moneyText(money: Money, locale: string): string {
  return `${amountText(money.amount, locale)}\u00a0${unitText(money.currency)}`
}
