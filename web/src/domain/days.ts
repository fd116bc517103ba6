/* Days in the device's time zone, as yyyy-mm-dd, like the value of a date field. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day of a moment. */
export function dayOf(moment: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
}

/** Validates a day. Returns `undefined` for anything else. */
export function readDay(value: unknown): string | undefined {
  const [, year, month, day] = (typeof value === 'string' && DAY.exec(value)) || []
  if (!year || !month || !day || Number(year) < 1970) return undefined
  // `Date` turns 31 February into a day of March.
  return dayOf(new Date(Number(year), Number(month) - 1, Number(day))) === value ? value : undefined
}

/** The day `count` days later; earlier for a negative number. */
export function addDays(day: string, count: number): string {
  const begin = midnight(day)
  return dayOf(new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + count))
}

/** The start of the day as an instant for the API. */
export function startOf(day: string): string {
  return midnight(day).toISOString()
}

/** The end of the day as an instant: the start of the next day. A day may have 23 or 25 hours. */
export function endOf(day: string): string {
  return startOf(addDays(day, 1))
}

function midnight(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
