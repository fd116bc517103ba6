/** Saves one value after another. While one is on its way the last of those that come meanwhile waits. */
export type LastWins<Value> = {
  /** What is not saved yet; undefined once there is nothing left to save. */
  wanted: () => Value | undefined
  want: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * `failed` hears why the last value could not be saved. A failure before it says nothing: the value after it replaces the whole.
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
