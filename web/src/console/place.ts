import { useSyncExternalStore } from 'react'

/** The current path in the console: `/customers/usr_1` for `/console/customers/usr_1`. The few pages need no router. */
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

/** The query string of the URL: the filters of a list. */
export const useAddressQuery = (): string => useSyncExternalStore(subscribe, () => location.search)

/** The filters of a list in the URL, and a function that changes some of them. An empty value removes its filter. */
export function useAddressFilters(): [URLSearchParams, (changes: Record<string, string>) => void] {
  const query = new URLSearchParams(useAddressQuery())
  const change = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setAddressQuery(next)
  }
  return [query, change]
}

/** Replaces the query string without a step of its own in the history: the chosen row of a list. */
export function replaceAddressQuery(query: URLSearchParams): void {
  const text = query.toString()
  history.replaceState(null, '', text ? `${location.pathname}?${text}` : location.pathname)
  for (const listener of listeners) listener()
}

/** Puts filters into the URL, so that it can be bookmarked, shared and navigated back to. */
export function setAddressQuery(query: URLSearchParams): void {
  const text = query.toString()
  history.pushState(null, '', text ? `${location.pathname}?${text}` : location.pathname)
  for (const listener of listeners) listener()
}
