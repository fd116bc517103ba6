import { useState } from 'react'
import { addressOf, filterOf, type MovementFilter } from './filter'

export type SavedView = { name: string; filter: MovementFilter }

const MOST = 6
const keyOf = (operator: string) => `agio.console.views.${operator}`

/** The stored views; none if the text is not a list of them. */
export function readViews(text: string | null): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter(
        (one): one is { name: string; query: string } =>
          typeof one?.name === 'string' && typeof one?.query === 'string',
      )
      .map(({ name, query }) => ({ name, filter: filterOf(query) }))
  } catch {
    return []
  }
}

export const writeViews = (views: readonly SavedView[]): string =>
  JSON.stringify(views.map(({ name, filter }) => ({ name, query: addressOf(filter).toString() })))

/** Adds a view. A view of the same name or filter is replaced; the oldest beyond the maximum is dropped. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const address = addressOf(view.filter).toString()
  const others = views.filter(({ name, filter }) => name !== view.name && addressOf(filter).toString() !== address)
  return [...others, view].slice(-MOST)
}

/** The views that an operator has saved in this browser. They contain filters only, and no data of a customer. */
export function useSavedViews(operator: string) {
  const [views, setViews] = useState(() => readViews(localStorage.getItem(keyOf(operator))))
  const keep = (next: SavedView[]) => {
    setViews(next)
    localStorage.setItem(keyOf(operator), writeViews(next))
  }
  return {
    views,
    save: (view: SavedView) => keep(withView(views, view)),
    remove: (name: string) => keep(views.filter((one) => one.name !== name)),
  }
}
