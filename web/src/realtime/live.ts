import { useSyncExternalStore } from 'react'

/** Whether the socket is connected, so that polling is unnecessary. Successful HTTP responses do not imply it. */
let live = false
const listeners = new Set<() => void>()

export function setLive(next: boolean): void {
  if (next === live) return
  live = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isLive = (): boolean => live

/** The same as a hook; re-renders on change. */
export const useLive = (): boolean => useSyncExternalStore(subscribe, isLive)
