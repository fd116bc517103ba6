import type { SpendingOrder } from './queries'

/** The index of a balance; -1 if it is not in the order. */
export const placeOf = (order: SpendingOrder, currency: string): number =>
  order.findIndex((one) => one.currency === currency)

/** The order with one balance moved, clamped to its ends. Returns the same array without a change. */
export function move(order: SpendingOrder, currency: string, to: number): SpendingOrder {
  const from = placeOf(order, currency)
  const place = Math.min(Math.max(to, 0), order.length - 1)
  const moved = order[from]
  if (!moved || place === from) return order
  return order.toSpliced(from, 1).toSpliced(place, 0, moved)
}

/** The order with one balance moved one place forward (-1) or back (1). */
export const shift = (order: SpendingOrder, currency: string, by: -1 | 1): SpendingOrder =>
  move(order, currency, placeOf(order, currency) + by)

/** The order with one balance switched on or off. Returns the same array without a change. */
export function toggle(order: SpendingOrder, currency: string, enabled: boolean): SpendingOrder {
  const place = placeOf(order, currency)
  const one = order[place]
  return !one || one.enabled === enabled ? order : order.with(place, { ...one, enabled })
}
