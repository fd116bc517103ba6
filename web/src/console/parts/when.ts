/** "22 Nov 2026, 05:10:31": the console always shows the day and the seconds. */
export function whenText(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(
    new Date(at),
  )
}

/** "31 Jan 2027", for a date without a time. Not converted to a time zone. */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** "14:02" today, otherwise "22 Nov, 14:02": for lists, where the year and the seconds are noise. */
export function shortTime(at: string, locale: string, now = new Date()): string {
  const date = new Date(at)
  const isToday = date.toDateString() === now.toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date)
}
