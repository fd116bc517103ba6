/** "22 Nov 2026, 05:10:31": a console never leaves a day or a second to be guessed. */
export function whenText(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(
    new Date(at),
  )
}

/** "31 Jan 2027", of a day that has no hours: the same everywhere. */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
