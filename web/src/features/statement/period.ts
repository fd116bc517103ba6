import { addDays, dayOf, readDay } from '../../domain/days'

/** A first and a last day, both inclusive. */
export type Period = { from: string; to: string }

export const RANGES = ['month', 'last_month', 'week', 'quarter', 'year'] as const
export type Range = (typeof RANGES)[number]

/** The days of a range, relative to `today`. */
export function periodOf(range: Range, today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = (of: number) => dayOf(new Date(year, of - 1, 1))
  switch (range) {
    case 'month':
      return { from: first(month), to: today }
    case 'last_month':
      return { from: first(month - 1), to: addDays(first(month), -1) }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'quarter':
      return { from: addDays(today, -89), to: today }
    case 'year':
      return { from: first(1), to: today }
  }
}

/** The named range of these days, if there is one. */
export function rangeOf({ from, to }: Period, today: string): Range | undefined {
  return RANGES.find((range) => {
    const days = periodOf(range, today)
    return days.from === from && days.to === to
  })
}

/** The parameters of the URL. */
export type Asked = {
  currency?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export const SEARCH_MAX = 100

/** Parses the parameters of a URL. Ignores invalid values. */
export function readAsked(search: Readonly<Record<string, unknown>>): Asked {
  const { currency } = search
  const [from, to] = [readDay(search.from), readDay(search.to)]
  const text = typeof search.search === 'number' ? String(search.search) : search.search
  return {
    ...(typeof currency === 'string' && /^[A-Z0-9]{2,10}$/.test(currency) ? { currency } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(typeof text === 'string' && text.trim() ? { search: text.slice(0, SEARCH_MAX) } : {}),
  }
}
