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
