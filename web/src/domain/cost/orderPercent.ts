import {
  addDecimals,
  compareDecimals,
  cutDecimal,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
} from '../decimal'
import { type Priced, rateOf, scaleOf } from './cost'

/** Enough decimals for the intermediate results of a displayed value. */
const PRECISION = 18

/**
 * The total cost of an order in percent. The server states it for a quote only, so this repeats its rule: the part of
 * the given amount that is not received, in hundredths, rounded up. The worth of the given amount is rounded up too. The
 * lines tell that worth rounded down, so half a unit more stands for what they do not tell.
 */
export function orderPercent({ from, to, lines }: Omit<Priced, 'percent'>): string {
  const whole = from.currency === to.currency ? from.amount : worthOf({ from, to, lines })
  const cost = whole && subtractDecimals(whole, to.amount)
  const scaled = cost && compareDecimals(cost, '0') === 1 ? multiplyDecimals(cost, '100') : undefined
  return roundUp((scaled && whole && divideDecimals(scaled, whole, 2 * PRECISION)) || '0', 2)
}

/** What the given amount is worth in the received currency. */
function worthOf({ from, to, lines }: Omit<Priced, 'percent'>): string | undefined {
  const { converted, worth } = rateOf(from, to, lines)
  const scale = scaleOf(to.amount)
  const middle = worth && addDecimals(worth, `0.${'0'.repeat(scale)}5`)
  const scaled = middle && multiplyDecimals(from.amount, middle)
  const value = scaled && converted && divideDecimals(scaled, converted, PRECISION + scale)
  return value && roundUp(value, scale)
}

/** Rounds up what is not negative. */
function roundUp(text: string, scale: number): string {
  return cutDecimal(addDecimals(text, `0.${'0'.repeat(scale)}${'9'.repeat(2 * PRECISION)}`) ?? text, scale)
}
