/** Whether the service can be reached: one small store, shown by one quiet bar. */
export type Connection = 'ok' | 'offline' | 'unstable'

let state: Connection = 'ok'
const listeners = new Set<() => void>()

export function setConnection(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** An answer arrived, or none did; the browser's own word on being offline comes first. */
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
