/* Days of the person's own time zone, which is the machine's: yyyy-mm-dd, as date fields have them. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day of a moment. */
export function dayOf(moment: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
}

/** A day as text, or undefined for anything that is none. */
export function readDay(value: unknown): string | undefined {
  const [, year, month, day] = (typeof value === 'string' && DAY.exec(value)) || []
  if (!year || !month || !day || Number(year) < 1970) return undefined
  // 31 February is read as a day of March.
  return dayOf(new Date(Number(year), Number(month) - 1, Number(day))) === value ? value : undefined
}

/** The day that many days later; earlier below zero. */
export function addDays(day: string, count: number): string {
  const begin = midnight(day)
  return dayOf(new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + count))
}

/** The instant that the day begins at, as the server takes it. */
export function startOf(day: string): string {
  return midnight(day).toISOString()
}

/** The instant that the day is over at: the next one's first. A day may have 23 or 25 hours. */
export function endOf(day: string): string {
  return startOf(addDays(day, 1))
}

function midnight(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
