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

const DAY_MS = 86_400_000
/** Ages in days. */
export const AGES: Record<string, number> = { day: 1, week: 7, month: 31 }

/** Parses a query string. Ignores unknown fields and values. */
export function filterOf(address: string): MovementFilter {
  const query = new URLSearchParams(address)
  const filter: MovementFilter = {}
  for (const field of FIELDS) {
    const value = query.get(field)?.trim()
    if (value) filter[field] = value
  }
  if (filter.age && !AGES[filter.age]) delete filter.age
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
  const days = age ? AGES[age] : undefined
  return { ...filter, from: days ? new Date(now - days * DAY_MS).toISOString() : undefined }
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
