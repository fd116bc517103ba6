import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '../../../api/exchangeTypes'
import { limitsQuery } from '../../../api/limits'
import { useSession } from '../../../api/useSession'
import { wireAmount } from '../../../domain/amountInput'
import { BALANCE } from '../../../domain/balance'
import type { Held } from '../../../domain/held'
import type { Catalogue } from '../../../domain/catalogue'
import {
  exceededOf,
  inEuro,
  type Left,
  leftsOf,
  ownMaximum,
  paywayLeftsOf,
  smallestFirst,
  usesOf,
} from '../../../domain/limits'
import { usePrices } from '../../../realtime/prices'

type End = 'from' | 'to'
type Ends = Record<End, Endpoint | undefined>

type Order = {
  ends: Ends
  /** Both amounts; an unknown one is empty. */
  amounts: Record<End, string>
  /** The server refused the price because of a limit. */
  isRefused: boolean
}

/** The customer's current maximum by limits and balance. Unknown without a session. */
export function useOwnMaximum(order: Order, held: Held | undefined, currencies: Catalogue['currencies']) {
  const isKnown = useSession().status === 'in'
  const prices = usePrices()?.prices
  const { data } = useQuery({ ...limitsQuery, enabled: isKnown })
  const { ends, amounts, isRefused } = order
  const { from, to } = ends
  const info = (end: Endpoint | undefined) => currencies.find(({ code }) => code === end?.currency)
  const limitEnd = (end: Endpoint) => ({ isOnBalance: end.payway === BALANCE, isFiat: info(end)?.kind === 'fiat' })
  const priceOf = (end: Endpoint | undefined) => end && prices?.[end.currency]
  const wayOf = (end: Endpoint) => (end.payway === BALANCE ? undefined : end.payway)
  const all =
    data && from && to
      ? [
          ...leftsOf(data.limits, usesOf(limitEnd(from), limitEnd(to))),
          ...paywayLeftsOf(data.payways, { from: wayOf(from), to: wayOf(to) }),
        ]
      : []
  const lefts = smallestFirst(all, (currency) => prices?.[currency])
  const counted = (end: End) => ({
    amount: wireAmount(amounts[end]),
    currency: ends[end]?.currency ?? '',
    price: priceOf(ends[end]),
  })
  const exceeded = exceededOf(lefts, { from: counted('from'), to: counted('to') }) ?? (isRefused ? lefts[0] : undefined)
  const left = exceeded ?? lefts[0]
  const within = (rest: Left | undefined, end: Endpoint | undefined) => {
    if (!rest || !end) return undefined
    if (rest.currency === end.currency) return rest.amount
    const euro = inEuro(rest.amount, rest.currency, prices?.[rest.currency])
    return ownMaximum(euro, end.currency, priceOf(end), info(end)?.scale ?? 18)
  }
  const isDrawn = from?.payway === BALANCE
  return {
    /** The amount to give that fits every limit. */
    mostGiven: within(lefts[0], from),
    isAboveLimit: exceeded !== undefined,
    /** The limit that is exceeded, or else the one of which the least is left. */
    left,
    /** Its rest, in the currency of the amount that it counts. */
    allowed: within(left, left && ends[left.end]),
    currency: (left && ends[left.end]?.currency) ?? '',
    /** The available amount of the source balance. `undefined` without one, or until it has loaded. */
    available: isDrawn && held ? (held.get(from.currency) ?? '0') : undefined,
    /** The requirements of a higher limit. */
    next: data?.next?.requirements ?? [],
    /** Until when the limits are halved. */
    halvedUntil: data?.halved_until,
  }
}
