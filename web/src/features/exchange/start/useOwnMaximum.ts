import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '../../../api/exchangeTypes'
import { limitsQuery } from '../../../api/limits'
import { useSession } from '../../../api/useSession'
import { BALANCE } from '../../../domain/balance'
import type { Held } from '../../../domain/held'
import type { Catalogue } from '../../../domain/catalogue'
import { leftOf, ownMaximum, usesOf } from '../../../domain/limits'
import { usePrices } from '../../../realtime/prices'

type Ends = Record<'from' | 'to', Endpoint | undefined>

/** The customer's current maximum by limits and balance. Unknown without a session. */
export function useOwnMaximum(ends: Ends, held: Held | undefined, currencies: Catalogue['currencies']) {
  const isKnown = useSession().status === 'in'
  const prices = usePrices()?.prices
  const { data } = useQuery({ ...limitsQuery, enabled: isKnown })
  const { from, to } = ends
  const info = (end: Endpoint | undefined) => currencies.find(({ code }) => code === end?.currency)
  const limitEnd = (end: Endpoint) => ({ isOnBalance: end.payway === BALANCE, isFiat: info(end)?.kind === 'fiat' })
  const left = data && from && to ? leftOf(data.limits, usesOf(limitEnd(from), limitEnd(to))) : undefined
  const scale = info(from)?.scale ?? 18
  const isDrawn = from?.payway === BALANCE
  return {
    /** The rest of the limits in the given currency, and the limit that applies. */
    allowed: from ? ownMaximum(left?.amount, from.currency, prices?.[from.currency], scale) : undefined,
    left,
    /** The available amount of the source balance. `undefined` without one, or until it has loaded. */
    available: isDrawn && held ? (held.get(from.currency) ?? '0') : undefined,
    /** The requirements of a higher limit. */
    next: data?.next?.requirements ?? [],
    /** Until when the limits are halved. */
    halvedUntil: data?.halved_until,
  }
}
