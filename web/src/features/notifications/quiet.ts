/** A minute of the day as a time field shows it: 1320 is "22:00". */
export function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** The minute of the day of a time field's text; undefined for anything else. */
export function minuteOf(clock: string): number | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock)
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : undefined
}
