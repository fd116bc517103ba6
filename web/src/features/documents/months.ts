/* Days of documents are days of UTC, so that a document does not depend on the time zone of its request. */

/** A first and a last day, both inclusive. */
export type Days = { from: string; to: string }

/** The longest period, in months (specification, "Business constants and limits"). */
export const MONTHS_MAX = 3

const pad = (number: number) => String(number).padStart(2, '0')

const text = (date: Date) => `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`

export const todayUtc = (now: Date) => text(now)

const parts = (day: string) => day.split('-').map(Number) as [number, number, number]

/** The last day of a period that begins on `from`: the day before the same day three months later. */
export function lastDay(from: string): string {
  const [year, month, day] = parts(from)
  const end = new Date(Date.UTC(year, month - 1 + MONTHS_MAX, 1))
  const length = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  return text(new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth(), Math.min(day, length) - 1)))
}

/** The presets: this month, the two months before it, and the last three months as one. */
export function presets(today: string): { key: 'this' | 'last' | 'before' | 'quarter'; days: Days }[] {
  const [year, month] = parts(today)
  const first = (back: number) => text(new Date(Date.UTC(year, month - 1 - back, 1)))
  const last = (back: number) => text(new Date(Date.UTC(year, month - back, 0)))
  return [
    { key: 'this', days: { from: first(0), to: today } },
    { key: 'last', days: { from: first(1), to: last(1) } },
    { key: 'before', days: { from: first(2), to: last(2) } },
    { key: 'quarter', days: { from: first(2), to: today } },
  ]
}

/** What is wrong with a period, if anything is. */
export function refusal({ from, to }: Days, today: string): 'reversed' | 'future' | 'long' | undefined {
  if (to < from) return 'reversed'
  if (to > today) return 'future'
  return to > lastDay(from) ? 'long' : undefined
}
