/** Whether the server can be reached. One store, shown by one notice. */
export type Connection = 'ok' | 'offline' | 'unstable'

let state: Connection = 'ok'
const listeners = new Set<() => void>()

export function setConnection(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Records whether a request was answered. The browser's own offline state takes precedence. */
export function heard(answered: boolean): void {
  setConnection(answered ? 'ok' : navigator.onLine ? 'unstable' : 'offline')
}

export const connectionStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: () => state,
}

export function watchNetwork(): void {
  addEventListener('offline', () => setConnection('offline'))
  addEventListener('online', () => setConnection('ok'))
}
