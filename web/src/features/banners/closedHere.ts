const KEY = 'agio.closed-banners'
/** So many are remembered; the oldest are forgotten first. */
const MOST = 50

/** What a visitor has closed in this browser, before there is an account that could remember it. */
export function closedHere(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function closeHere(id: string): void {
  try {
    const kept = [...closedHere().filter((one) => one !== id), id]
    localStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST)))
  } catch {
    // Without storage it returns with the next visit.
  }
}
