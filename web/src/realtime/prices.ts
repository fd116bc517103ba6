import { useSyncExternalStore } from 'react'

/** The prices at one moment in the base currency, as decimal strings. */
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
 * Publishes the latest prices, or that there are none, at most once per frame. Prices bypass the query cache. They
 * expire after their lifetime, counted from their arrival, because this device's clock may differ from the server's.
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

/** The live prices, or `undefined` without fresh ones. */
export const pricesNow = (): Prices | undefined => current

export function usePrices(): Prices | undefined {
  return useSyncExternalStore(subscribe, pricesNow)
}
