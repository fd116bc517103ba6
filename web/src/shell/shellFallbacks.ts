import { useEffect, useSyncExternalStore } from 'react'

type ShellFallbacks = typeof import('./ShellFallbacks')

/**
 * Rarely shown parts of the shell: errors, toasts and the connection notice. Loaded after the first page is shown
 * (main.tsx), so that they are available offline. `lost` means that the load failed.
 */
let rare: ShellFallbacks | 'lost' | undefined
let fetching: Promise<void> | undefined
const listeners = new Set<() => void>()

function publish(next: ShellFallbacks | 'lost'): void {
  rare = next
  for (const listener of listeners) listener()
}

/** Loads the parts once; retries after a failure. */
export function fetchShellFallbacks(): Promise<void> {
  fetching ??= import('./ShellFallbacks').then(publish, () => {
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
export function useShellFallbacks(needed: boolean): ShellFallbacks | 'lost' | undefined {
  useEffect(() => {
    if (needed) void fetchShellFallbacks()
  }, [needed])
  return useSyncExternalStore(subscribe, current, current)
}
