import { useSyncExternalStore } from 'react'

/** A small store mirrored to sessionStorage, so that a refresh keeps what was typed and a new tab starts clean. */
export type Draft<T> = {
  get: () => T
  set: (change: (now: T) => T) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

const PREFIX = 'agio.draft.'
/** Whose drafts this tab keeps. */
const OWNER = 'agio.drafts.of'

const created = new Set<() => void>()

/** Forgets every unfinished form of this tab, those of pages that were not opened since included. */
export function clearDrafts(storage: Storage | undefined = globalThis.sessionStorage): void {
  for (const clear of created) clear()
  try {
    const kept = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
    for (const key of kept) if (key.startsWith(PREFIX)) storage?.removeItem(key)
  } catch {
    // What may not be read was not written either.
  }
}

/** Whose drafts: a profile of a person. `isMain` says that it is their first one. */
export type DraftOwner = { person: string; profile: string | undefined; isMain: boolean }

/**
 * Somebody is here: drafts of another person, who was thrown out of this tab and did not come back, and of another profile are
 * forgotten. Before people had several profiles the person alone was written down; what was typed then was their first one's.
 */
export function draftsBelongTo(
  { person, profile, isMain }: DraftOwner,
  storage: Storage | undefined = globalThis.sessionStorage,
): void {
  const owner = `${person} ${profile}`
  try {
    const before = storage?.getItem(OWNER)
    if (before && before !== owner && !(isMain && before === person)) clearDrafts(storage)
    storage?.setItem(OWNER, owner)
  } catch {
    // Without storage a draft lives as long as the page, and leaving it by choice clears it.
  }
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
  const key = PREFIX + name
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

  const clear = () => write(empty)
  created.add(clear)
  return {
    get: () => current,
    set: (change) => write(change(current)),
    clear,
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
