const HOUR_MS = 3_600_000
const HOURS = 24

/** The number of moments in each of the last 24 hours, the oldest first; the last is the unfinished one. */
export function perHour(moments: readonly string[], now: number): number[] {
  const last = Math.floor(now / HOUR_MS)
  const counts = Array.from({ length: HOURS }, () => 0)
  for (const moment of moments) {
    const at = HOURS - 1 - (last - Math.floor(Date.parse(moment) / HOUR_MS))
    const count = counts[at]
    if (count !== undefined) counts[at] = count + 1
  }
  return counts
}
