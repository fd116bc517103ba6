import type { Endpoint, Quote } from '../../../api/exchangeTypes'
import { cutTo, wireAmount } from '../../../domain/amountInput'
import { trimZeros } from '../../../domain/grouping'
import { cutDecimal, multiplyDecimals } from '../../../domain/decimal'
import { readableRate, reciprocal } from '../../../domain/rate'
import { changeTerms, type ExchangeDraft } from '../draft'

type End = 'from' | 'to'
type Pair = Record<End, Endpoint | undefined>

/** The data for choosing an end. */
export type Known = {
  /** The quote of the previous pair. */
  quote: Pick<Quote, 'from_amount' | 'to_amount'> | undefined
  /** Prices in euro, by currency. */
  prices: Readonly<Record<string, string>> | undefined
  /** The currency's scale. */
  scale: (currency: string) => number | undefined
  /** Whether the other end is still possible after this choice. */
  keeps: boolean
}

/**
 * Changes the currency or payway of one end. An amount is never reused for another currency: keeps the other end's
 * amount, or else converts the value, or else clears the field.
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

/** About the same value in another currency, rounded to a readable number; '' without a price. */
function sameValue(amount: string, from: string, to: string, { prices, scale }: Known): string {
  const given = wireAmount(amount)
  const [price, unit, decimals] = [prices?.[from], prices?.[to], scale(to)]
  if (!given || !price || !unit || decimals === undefined) return ''
  const worth = multiplyDecimals(given, price)
  const value = worth && multiplyDecimals(worth, reciprocal(unit))
  return value ? (wireAmount(cutTo(trimZeros(readableRate(cutDecimal(value, 18))), decimals)) ?? '') : ''
}

/** The draft's amount, unless it belongs to another currency than the selectable one. */
export function amountFor(draft: Pick<ExchangeDraft, 'amount' | 'fixed' | End>, ends: Pair): string {
  const [meant, shown] = [draft[draft.fixed], ends[draft.fixed]]
  return meant && shown && meant.currency !== shown.currency ? '' : draft.amount
}
