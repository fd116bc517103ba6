import { useSyncExternalStore } from 'react'

/** Where in the console we are: `/customers/usr_1` for `/console/customers/usr_1`. A handful of pages need no router. */
const BASE = '/console'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

const current = () => location.pathname.slice(BASE.length).replace(/\/$/, '') || '/'

export const hrefOf = (place: string): string => `${BASE}${place}`

export function go(place: string): void {
  history.pushState(null, '', hrefOf(place))
  for (const listener of listeners) listener()
  scrollTo(0, 0)
}

export const usePlace = (): string => useSyncExternalStore(subscribe, current)
