/** Asks for a code before a sensitive action. One question at a time; a dialog subscribes here. */
type Waiting = (confirmed: boolean) => void

let waiting: Waiting | undefined
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Returns whether the operator confirmed. */
export function confirmNow(): Promise<boolean> {
  waiting?.(false)
  return new Promise((resolve) => {
    waiting = resolve
    tell()
  })
}

export function answerConfirm(confirmed: boolean): void {
  const answer = waiting
  waiting = undefined
  tell()
  answer?.(confirmed)
}

export const confirmStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isAsked: () => waiting !== undefined,
}
