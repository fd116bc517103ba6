import { cutDecimal, compareDecimals } from './decimal'
import { grouped, separatorsOf, trimZeros } from './grouping'

export type RateSides = { from_currency: string; to_currency: string; rate: string; inverse_rate: string }

/**
 * A rate for display with six significant digits, never rounded up and never with a single decimal. The quote has the
 * exact rate.
 */
export function readableRate(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const digits = whole === '0' ? zeros + 6 : Math.max(2, 6 - whole.length)
  const text = trimZeros(cutDecimal(rate, digits), 2)
  return /\.\d$/.test(text) ? `${text}0` : text
}

/** The same for a price, which has two decimals when it is whole. */
export function readablePrice(price: string): string {
  const text = readableRate(price)
  return text.includes('.') ? text : `${text}.00`
}

/** The rate in its natural direction: the price of one unit of the more valuable currency. */
export function rateSides(quote: RateSides) {
  const forward = compareDecimals(quote.rate, '1') !== -1
  return forward
    ? { one: quote.from_currency, rate: quote.rate, other: quote.to_currency }
    : { one: quote.to_currency, rate: quote.inverse_rate, other: quote.from_currency }
}

/** Formats "1 EUR = 1.16986 USDT" with the locale's separators. */
export function formatRate(quote: RateSides, locale: string): string {
  const { one, rate, other } = rateSides(quote)
  return `1 ${one} = ${grouped(readablePrice(rate), separatorsOf(locale))} ${other}`
}

/** Formats a rate that is known in one direction only; computes the other for display. */
export function formatOneWay(from: string, to: string, rate: string, locale: string): string {
  const inverse = compareDecimals(rate, '1') === -1 ? reciprocal(rate) : rate
  return formatRate({ from_currency: from, to_currency: to, rate, inverse_rate: inverse }, locale)
}

/** The reciprocal, truncated to twelve decimals. For display, never for calculations with money. */
export function reciprocal(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const digits = BigInt(whole + fraction)
  if (digits === 0n) return '0'
  const scaled = 10n ** BigInt(fraction.length + 12) / digits
  const padded = scaled.toString().padStart(13, '0')
  return `${padded.slice(0, -12)}.${padded.slice(-12)}`
}
