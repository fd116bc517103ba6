/** Whether the server can be reached. One store, shown by one notice. */
export type Connection = 'ok' | 'offline' | 'unstable'

let state: Connection = 'ok'
/** Whether the socket is connected, or still tries to be. */
let isLinked = true
const listeners = new Set<() => void>()

export function setConnection(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Records that the socket has given up, or is connected again. Answers to requests do not end that notice. */
export function setLink(linked: boolean): void {
  isLinked = linked
  if (state !== 'offline') setConnection(linked ? 'ok' : 'unstable')
}

/** Records whether a request was answered. The browser's own offline state takes precedence. */
export function heard(answered: boolean): void {
  setConnection(answered && isLinked ? 'ok' : navigator.onLine ? 'unstable' : 'offline')
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
