/** Saves values one at a time. During a save, only the latest new value waits. */
export type LastWins<Value> = {
  /** The unsaved value; `undefined` if all is saved. */
  wanted: () => Value | undefined
  want: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * Calls `failed` if the latest value could not be saved. Ignores earlier failures, because the next value replaces everything.
 */
export function lastWins<Value extends object>(
  save: (value: Value) => Promise<unknown>,
  failed: (error: unknown) => void,
): LastWins<Value> {
  let wanted: Value | undefined
  let saving = false
  const listeners = new Set<() => void>()
  const publish = (next: Value | undefined) => {
    wanted = next
    for (const listener of listeners) listener()
  }
  const saveAll = async () => {
    saving = true
    while (wanted !== undefined) {
      const now = wanted
      const isLast = () => wanted === now
      await save(now).catch((error: unknown) => isLast() && failed(error))
      if (isLast()) publish(undefined)
    }
    saving = false
  }
  return {
    wanted: () => wanted,
    want: (value) => {
      publish(value)
      if (!saving) void saveAll()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
