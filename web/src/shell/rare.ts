import { useEffect, useSyncExternalStore } from 'react'

type Rare = typeof import('./Rare')

/**
 * Rarely shown parts of the shell: errors, toasts and the connection notice. Loaded after the first page is shown
 * (main.tsx), so that they are available offline. `lost` means that the load failed.
 */
let rare: Rare | 'lost' | undefined
let fetching: Promise<void> | undefined
const listeners = new Set<() => void>()

function publish(next: Rare | 'lost'): void {
  rare = next
  for (const listener of listeners) listener()
}

/** Loads the parts once; retries after a failure. */
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

/** The loaded parts; starts the load if they are `needed`. */
export function useRare(needed: boolean): Rare | 'lost' | undefined {
  useEffect(() => {
    if (needed) void fetchRare()
  }, [needed])
  return useSyncExternalStore(subscribe, current, current)
}
