import type { components } from '../../api/schema.gen'
import { endOf, readDay, startOf } from '../../domain/days'

type Status = components['schemas']['Status']
type DisplayType = components['schemas']['DisplayType']

export const TYPES: readonly DisplayType[] = [
  'deposit',
  'withdraw',
  'convert',
  'transfer',
  'purchase',
  'sale',
  'swap',
  'refund',
]

/** The statuses behind each displayed state. */
export const STATES = {
  progress: ['NEW', 'WAIT', 'PROCESSING'],
  decision: ['ACTION_REQUIRED'],
  review: ['MANUAL'],
  success: ['DONE'],
  resolved: ['RESOLVED'],
  failed: ['EXPIRED', 'REJECT', 'FAIL'],
  cancelled: ['CANCELLED'],
} as const satisfies Record<string, readonly Status[]>

export type State = keyof typeof STATES

/** The filters of the movements, which the URL contains. */
export type Filters = {
  type?: DisplayType | undefined
  state?: State | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

/** The change that clears all filters. */
export const NO_FILTERS: Filters = {
  type: undefined,
  state: undefined,
  from: undefined,
  to: undefined,
  search: undefined,
}

export const SEARCH_MIN = 2
export const SEARCH_MAX = 100

/** Parses the filters of a URL. Ignores invalid values. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const type = TYPES.find((one) => one === search.type)
  const state =
    typeof search.state === 'string' && Object.hasOwn(STATES, search.state) ? (search.state as State) : undefined
  const [from, to] = [readDay(search.from), readDay(search.to)]
  // The router parses digits as a number.
  const text = typeof search.search === 'number' ? String(search.search) : search.search
  const found = typeof text === 'string' && text.trim() ? text.slice(0, SEARCH_MAX) : undefined
  return {
    ...(type ? { type } : {}),
    ...(state ? { state } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(found ? { search: found } : {}),
  }
}

/** The number of active filters, without the search. */
export function countFilters({ type, state, from, to }: Filters): number {
  return [type, state, from, to].filter(Boolean).length
}

/** Whether the last day is before the first. */
export function isTurned({ from, to }: Pick<Filters, 'from' | 'to'>): boolean {
  return from !== undefined && to !== undefined && to < from
}

/** The API query. A search text that is too short is left out. */
export function queryOf({ type, state, from, to, search }: Filters) {
  const text = search?.trim() ?? ''
  return {
    ...(type ? { display_type: [type] } : {}),
    ...(state ? { status: [...STATES[state]] } : {}),
    ...(from ? { from: startOf(from) } : {}),
    ...(to ? { to: endOf(to) } : {}),
    ...(text.length >= SEARCH_MIN ? { search: text } : {}),
  }
}
