import type { SpendingOrder } from './queries'

/** Where a balance stands in the order, from 0; -1 for one that is not in it. */
export const placeOf = (order: SpendingOrder, currency: string): number =>
  order.findIndex((one) => one.currency === currency)

/** The order with one balance at another place, which an end of the order bounds. Where nothing changes it is the same array. */
export function move(order: SpendingOrder, currency: string, to: number): SpendingOrder {
  const from = placeOf(order, currency)
  const place = Math.min(Math.max(to, 0), order.length - 1)
  const moved = order[from]
  if (!moved || place === from) return order
  return order.toSpliced(from, 1).toSpliced(place, 0, moved)
}

/** The order with one balance a place nearer to the front (-1) or to the end (1). */
export const shift = (order: SpendingOrder, currency: string, by: -1 | 1): SpendingOrder =>
  move(order, currency, placeOf(order, currency) + by)

/** The order with one balance on or off. Where nothing changes it is the same array. */
export function toggle(order: SpendingOrder, currency: string, enabled: boolean): SpendingOrder {
  const place = placeOf(order, currency)
  const one = order[place]
  return !one || one.enabled === enabled ? order : order.with(place, { ...one, enabled })
}
