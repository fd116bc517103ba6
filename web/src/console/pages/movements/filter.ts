/** All filters of the list of movements. The URL contains all of them. */
export const FIELDS = [
  'search',
  'customer',
  'display_type',
  'type',
  'status',
  'currency',
  'payway',
  'age',
  'min',
  'max',
] as const

export type Field = (typeof FIELDS)[number]
export type MovementFilter = Partial<Record<Field, string>>

const HOUR_MS = 3_600_000
/** Hours within which a movement was made. */
const YOUNGER: Record<string, number> = { day: 24, week: 7 * 24, month: 31 * 24 }
/** Hours before which a movement was made. */
const OLDER: Record<string, number> = { over_hour: 1, over_day: 24, over_week: 7 * 24 }

/** Parses a query string. Ignores unknown fields and values. */
export function filterOf(address: string): MovementFilter {
  const query = new URLSearchParams(address)
  const filter: MovementFilter = {}
  for (const field of FIELDS) {
    const value = query.get(field)?.trim()
    if (value) filter[field] = value
  }
  if (filter.age && !YOUNGER[filter.age] && !OLDER[filter.age]) delete filter.age
  return filter
}

/** The query string of a filter, in a fixed order. */
export function addressOf(filter: MovementFilter): URLSearchParams {
  const query = new URLSearchParams()
  for (const field of FIELDS) {
    const value = filter[field]
    if (value) query.set(field, value)
  }
  return query
}

const CHOSEN = 'open'

/** The chosen row of a query string. */
export const chosenOf = (address: string): string | undefined => new URLSearchParams(address).get(CHOSEN) ?? undefined

/** The query string of a filter with a chosen row. */
export function withChosen(filter: MovementFilter, id: string | undefined): URLSearchParams {
  const query = addressOf(filter)
  if (id) query.set(CHOSEN, id)
  return query
}

/** Returns the filter with one field changed. Removing the currency also removes the amounts, which need it. */
export function changed(filter: MovementFilter, field: Field, value: string): MovementFilter {
  const next: MovementFilter = { ...filter, [field]: value || undefined }
  if (field === 'currency' && !value) {
    delete next.min
    delete next.max
  }
  return next
}

/** The API query of a filter at the time `now`. */
export function queryOf({ age, ...filter }: MovementFilter, now: number): Record<string, string | undefined> {
  const before = (hours: number | undefined) => (hours ? new Date(now - hours * HOUR_MS).toISOString() : undefined)
  return { ...filter, from: before(YOUNGER[age ?? '']), until: before(OLDER[age ?? '']) }
}

/** Typed search text: a movement's name, a customer's id, an email address, or something unknown. */
export type Typed = { kind: 'movement' | 'customer' | 'email' | 'unknown'; value: string }

export function readTyped(text: string): Typed {
  const value = text.trim()
  const plain = value.toLowerCase()
  if (/^usr_[0-9a-f]{32}$/.test(plain)) return { kind: 'customer', value: plain }
  if (/^ord_[0-9a-f]{32}$/.test(plain)) return { kind: 'movement', value: plain }
  if (/^[0-9a-z]{4}-?[0-9a-z]{4}$/.test(plain)) return { kind: 'movement', value: value.toUpperCase() }
  if (value.includes('@')) return { kind: 'email', value }
  return { kind: 'unknown', value }
}
