import type { Tone } from '../../ui/Badge'

/** When a wait began, and its target. */
export type Wait = { since: string; until: string }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** From this part of the target on, a wait needs attention. */
const SOON = 0.6

/** The part of its target that a wait has used: 1 at the target. */
export function usedOf({ since, until }: Wait, now: number): number {
  const start = Date.parse(since)
  const target = Date.parse(until) - start
  return target > 0 ? Math.max(0, now - start) / target : 1
}

export type ClockTone = Extract<Tone, 'ok' | 'wait' | 'bad'>

/** Inside the target, close to it, or above it. */
export function clockTone(used: number): ClockTone {
  if (used > 1) return 'bad'
  return used < SOON ? 'ok' : 'wait'
}

/** The wait of the list that has used the most of its target. */
export function mostUsed(waits: readonly Wait[], now: number): Wait | undefined {
  return waits.toSorted((a, b) => usedOf(b, now) - usedOf(a, now))[0]
}

/** The target of something that began at `since` and may take `ms`. */
export const waitOf = (since: string, ms: number): Wait => ({
  since,
  until: new Date(Date.parse(since) + ms).toISOString(),
})

/** "22 min", "4 h 10 min" or "2 days 3 h" in the locale: the two largest units, without seconds. */
export function durationText(ms: number, locale: string): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  const unit = (value: number, name: 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  if (minutes < 60) return unit(minutes, 'minute')
  const [large, small] =
    ms < DAY_MS
      ? [unit(Math.floor(ms / HOUR_MS), 'hour'), Math.floor((ms % HOUR_MS) / MINUTE_MS)]
      : [unit(Math.floor(ms / DAY_MS), 'day'), Math.floor((ms % DAY_MS) / HOUR_MS)]
  return small > 0 ? `${large} ${unit(small, ms < DAY_MS ? 'minute' : 'hour')}` : large
}
