/** A local time of the server, `2026-12-01T00:00`, in the operator's language. It has no zone, so none is applied. */
export function localText(local: string, locale: string): string {
  const at = new Date(`${local}:00Z`)
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(at)
}
