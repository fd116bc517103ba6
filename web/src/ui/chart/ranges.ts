/** The ranges of a chart, as API values. */
export const RANGES = ['1D', '1W', '1M', '1Y', 'ALL'] as const

/** One of the ranges. */
export type Range = (typeof RANGES)[number]

const FIRST: Range = '1M'

const keyOf = (page: string) => `agio.range.${page}`

/** The range last chosen on pages of this kind; `first` by default. */
export function keptRange(page: string, first: Range = FIRST): Range {
  try {
    const kept = localStorage.getItem(keyOf(page))
    return RANGES.find((range) => range === kept) ?? first
  } catch {
    return first
  }
}

/** Stores the range for pages of this kind. */
export function keepRange(page: string, range: Range): void {
  try {
    localStorage.setItem(keyOf(page), range)
  } catch {
    // Storage can be unavailable. The choice then lasts until the page closes.
  }
}
