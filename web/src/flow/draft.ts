import { useSyncExternalStore } from 'react'

/** A small store mirrored to sessionStorage, so that a refresh keeps what was typed and a new tab starts clean. */
export type Draft<T> = {
  get: () => T
  set: (change: (now: T) => T) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

/**
 * `valid` guards against a stored draft of an older version or one edited by hand: it is dropped, not trusted.
 * Never put a secret in a draft.
 */
export function createDraft<T>(
  name: string,
  empty: T,
  valid: (value: unknown) => value is T,
  storage: Storage | undefined = globalThis.sessionStorage,
): Draft<T> {
  const key = `agio.draft.${name}`
  const listeners = new Set<() => void>()
  let current = read()

  function read(): T {
    try {
      const stored: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
      return valid(stored) ? { ...empty, ...stored } : empty
    } catch {
      return empty
    }
  }

  function write(next: T): void {
    current = next
    try {
      if (next === empty) storage?.removeItem(key)
      else storage?.setItem(key, JSON.stringify(next))
    } catch {
      // Private windows may refuse storage; the draft then lives as long as the page.
    }
    for (const listener of listeners) listener()
  }

  return {
    get: () => current,
    set: (change) => write(change(current)),
    clear: () => write(empty),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The draft as React state: every component that reads it renders again when it changes. */
export function useDraft<T>(draft: Draft<T>): T {
  return useSyncExternalStore(draft.subscribe, draft.get, draft.get)
}
