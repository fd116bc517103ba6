import { useSyncExternalStore } from 'react'

/** Whether the socket stands: then news are told, and need not be asked for. No other answer says so. */
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

/** The same, live. */
export const useLive = (): boolean => useSyncExternalStore(subscribe, isLive)
