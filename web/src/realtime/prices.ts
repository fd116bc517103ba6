import { useSyncExternalStore } from 'react'

/** The prices of one moment in the base currency, as decimal strings; `undefined` while there are no fresh ones. */
export type Prices = { at: string; expiresAt: string; prices: Readonly<Record<string, string>> }

let current: Prices | undefined
let pending: { next: Prices | undefined } | undefined
const listeners = new Set<() => void>()

function flush(): void {
  if (!pending) return
  current = pending.next
  pending = undefined
  for (const listener of listeners) listener()
}

/** Written at most once a frame: prices never go through the query cache. */
export function publishPrices(next: Prices | undefined): void {
  const waiting = pending !== undefined
  pending = { next }
  if (!waiting) requestAnimationFrame(flush)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Live prices; the component draws again when they change. */
export function usePrices(): Prices | undefined {
  return useSyncExternalStore(subscribe, () => current)
}
