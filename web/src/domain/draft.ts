import { useSyncExternalStore } from 'react'

/** A small store mirrored to sessionStorage, so that a reload keeps the input and a new tab starts empty. */
export type Draft<T> = {
  get: () => T
  set: (change: (now: T) => T) => void
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

const PREFIX = 'agio.draft.'
/** The owner of this tab's drafts. */
const OWNER = 'agio.drafts.of'

const created = new Set<() => void>()

/** The tab's storage. A frame whose browser blocks it has none: reading the property throws. */
function ofTab(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

/** Removes all drafts of this tab, including those of pages that were not opened since the load. */
export function clearDrafts(storage: Storage | undefined = ofTab()): void {
  for (const clear of created) clear()
  try {
    const kept = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
    for (const key of kept) if (key.startsWith(PREFIX)) storage?.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The owner of drafts: a profile of a user. `isMain` marks the user's main profile. */
export type DraftOwner = { person: string; profile: string | undefined; isMain: boolean }

/**
 * Sets the owner of this tab's drafts, and removes those of another user or profile. Older versions stored only the
 * user; their drafts belong to the main profile.
 */
export function draftsBelongTo({ person, profile, isMain }: DraftOwner, storage: Storage | undefined = ofTab()): void {
  const owner = `${person} ${profile}`
  try {
    const before = storage?.getItem(OWNER)
    if (before && before !== owner && !(isMain && before === person)) clearDrafts(storage)
    storage?.setItem(OWNER, owner)
  } catch {
    // Without storage, a draft lasts as long as the page, and signing out clears it.
  }
}

/** A draft of this tab as it is stored, read without the draft's code; empty if it is the initial one. */
export function storedDraft(name: string, storage: Storage | undefined = ofTab()): string {
  try {
    return storage?.getItem(PREFIX + name) ?? ''
  } catch {
    return ''
  }
}

/**
 * Removes the drafts of a customer who has left. A draft made without a session then belongs to the next customer who
 * signs in.
 */
export function draftsOfStranger(storage: Storage | undefined = ofTab()): void {
  try {
    if (!storage?.getItem(OWNER)) return
    clearDrafts(storage)
    storage.removeItem(OWNER)
  } catch {
    // Without storage, drafts last as long as the page.
  }
}

/** `valid` rejects a stored draft of an older version or a manipulated one. Never put a secret in a draft. */
export function createDraft<T>(
  name: string,
  empty: T,
  valid: (value: unknown) => value is T,
  storage: Storage | undefined = ofTab(),
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
      // Private windows may refuse storage. The draft then lasts as long as the page.
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

/** The draft as React state: components re-render when it changes. */
export function useDraft<T>(draft: Draft<T>): T {
  return useSyncExternalStore(draft.subscribe, draft.get, draft.get)
}
