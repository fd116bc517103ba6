import type { Money, Quote } from '../../../../api/exchangeTypes'
import { compareDecimals } from '../../../../domain/decimal'

type Priced = Pick<Quote, 'cost_percent'> & { lines: readonly (Money & { kind: string })[] }

/** The fee of the network within a price. */
export function networkFee<Line extends { kind: string }>(quote: { lines: readonly Line[] }): Line | undefined {
  return quote.lines.find(({ kind }) => kind === 'network_fee')
}

/**
 * The index of the network that costs least, or undefined if two cost the same or fewer than two are known.
 * Prices that are equal in percent are compared by the fee of the network.
 */
export function cheapestNetwork(quotes: readonly (Priced | undefined)[]): number | undefined {
  const known = quotes.flatMap((quote, at) => (quote ? [{ quote, at }] : []))
  const [first, second] = known.sort((a, b) => compare(a.quote, b.quote))
  return first && second && compare(first.quote, second.quote) !== 0 ? first.at : undefined
}

function compare(a: Priced, b: Priced): number {
  const byCost = compareDecimals(a.cost_percent, b.cost_percent) ?? 0
  const [feeOfA, feeOfB] = [networkFee(a), networkFee(b)]
  if (byCost !== 0 || !feeOfA || !feeOfB || feeOfA.currency !== feeOfB.currency) return byCost
  return compareDecimals(feeOfA.amount, feeOfB.amount) ?? 0
}
