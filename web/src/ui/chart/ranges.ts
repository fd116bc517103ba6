/** How much of the past a chart shows, as the server is asked. */
export const RANGES = ['1D', '1W', '1M', '1Y', 'ALL'] as const

/** One of the ranges. */
export type Range = (typeof RANGES)[number]

const FIRST: Range = '1M'

const keyOf = (page: string) => `agio.range.${page}`

/** The range that somebody chose last on pages of a kind; a month before any choice. */
export function keptRange(page: string): Range {
  try {
    const kept = localStorage.getItem(keyOf(page))
    return RANGES.find((range) => range === kept) ?? FIRST
  } catch {
    return FIRST
  }
}

/** Keeps a range for the next page of the kind. */
export function keepRange(page: string, range: Range): void {
  try {
    localStorage.setItem(keyOf(page), range)
  } catch {
    // Storage may be closed; the choice then lasts as long as the page.
  }
}
