import { useSyncExternalStore } from 'react'

/** The prices of one moment in the base currency, as decimal strings. */
export type Prices = { at: string; expiresAt: string; prices: Readonly<Record<string, string>> }

let current: Prices | undefined
let pending: { next: Prices | undefined } | undefined
const listeners = new Set<() => void>()
let expiry: ReturnType<typeof setTimeout> | undefined

function flush(): void {
  if (!pending) return
  current = pending.next
  pending = undefined
  for (const listener of listeners) listener()
}

/**
 * Takes over the newest prices, or says that there are none; at most once a frame, for prices never go through the query
 * cache. Prices that nobody renews are gone when their time is over: it is counted from the first hearing of them, since
 * this machine's clock and the server's may differ.
 */
export function publishPrices(next: Prices | undefined): void {
  const newest = pending ? pending.next : current
  if (!next || next.at !== newest?.at) {
    clearTimeout(expiry)
    const lasts = next ? Date.parse(next.expiresAt) - Date.parse(next.at) : 0
    if (next) expiry = setTimeout(() => publishPrices(undefined), lasts)
  }
  const waiting = pending !== undefined
  pending = { next }
  if (!waiting) requestAnimationFrame(flush)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Live prices, `undefined` while there are no fresh ones; the component draws again when they change. */
export const pricesNow = (): Prices | undefined => current

export function usePrices(): Prices | undefined {
  return useSyncExternalStore(subscribe, pricesNow)
}
