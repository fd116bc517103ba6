import { useEffect, useSyncExternalStore } from 'react'

type Rare = typeof import('./Rare')

/**
 * What the shell seldom shows: failures, toasts, the word on the connection. No first page waits for it; it is fetched when that
 * stands (main.tsx), so that it is there when the connection is not. `lost` could not be fetched.
 */
let rare: Rare | 'lost' | undefined
let fetching: Promise<void> | undefined
const listeners = new Set<() => void>()

function publish(next: Rare | 'lost'): void {
  rare = next
  for (const listener of listeners) listener()
}

/** Fetches it, once; what was lost is asked for again. */
export function fetchRare(): Promise<void> {
  fetching ??= import('./Rare').then(publish, () => {
    fetching = undefined
    publish('lost')
  })
  return fetching
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const current = () => rare

/** Its parts, asked for at once when they are `needed`. */
export function useRare(needed: boolean): Rare | 'lost' | undefined {
  useEffect(() => {
    if (needed) void fetchRare()
  }, [needed])
  return useSyncExternalStore(subscribe, current, current)
}
