import type { Endpoint, Quote } from '../../../api/exchangeTypes'
import { cutTo, wireAmount } from '../../../flow/amountInput'
import { trimZeros } from '../../../flow/grouping'
import { cutDecimal, multiplyDecimals } from '../../../flow/decimal'
import { readableRate, reciprocal } from '../../../flow/rate'
import { changeTerms, type ExchangeDraft } from '../draft'

type End = 'from' | 'to'
type Pair = Record<End, Endpoint | undefined>

/** What is known when an end is chosen. */
export type Known = {
  /** The price of the pair that was on the page. */
  quote: Pick<Quote, 'from_amount' | 'to_amount'> | undefined
  /** Prices in euro, by currency. */
  prices: Readonly<Record<string, string>> | undefined
  /** The currency's decimals. */
  scale: (currency: string) => number | undefined
  /** Whether the other end can stay when this one is chosen. */
  keeps: boolean
}

/**
 * The draft with another currency or payway at one end. A number of one currency is never taken for a number of another:
 * the other side stays what it is, or else the value does, or else nothing stands there.
 */
export function choose(draft: ExchangeDraft, ends: Pair, end: End, chosen: Endpoint, known: Known): ExchangeDraft {
  const before = ends[end]
  const pair = { from: ends.from, to: ends.to, [end]: chosen }
  if (end !== draft.fixed || before?.currency === chosen.currency) return changeTerms(draft, pair)
  const other: End = end === 'from' ? 'to' : 'from'
  if (known.keeps && known.quote) {
    return changeTerms(draft, { ...pair, fixed: other, amount: trimZeros(known.quote[`${other}_amount`]) })
  }
  const amount = before ? sameValue(draft.amount, before.currency, chosen.currency, known) : ''
  return changeTerms(draft, { ...pair, amount })
}

/** About the same value in another currency, in a number that can be read; '' where no price says it. */
function sameValue(amount: string, from: string, to: string, { prices, scale }: Known): string {
  const given = wireAmount(amount)
  const [price, unit, decimals] = [prices?.[from], prices?.[to], scale(to)]
  if (!given || !price || !unit || decimals === undefined) return ''
  const worth = multiplyDecimals(given, price)
  const value = worth && multiplyDecimals(worth, reciprocal(unit))
  return value ? (wireAmount(cutTo(trimZeros(readableRate(cutDecimal(value, 18))), decimals)) ?? '') : ''
}

/** The draft's amount, unless it is a number of another currency than the one that can be chosen now. */
export function amountFor(draft: Pick<ExchangeDraft, 'amount' | 'fixed' | End>, ends: Pair): string {
  const [meant, shown] = [draft[draft.fixed], ends[draft.fixed]]
  return meant && shown && meant.currency !== shown.currency ? '' : draft.amount
}
