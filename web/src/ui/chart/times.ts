/* Time labels of a chart: whole hours, days, months or years in local time. */

type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year'

/** A time label. */
export type Tick = { time: number; text: string }

const STEPS: readonly [Unit, readonly number[]][] = [
  ['minute', [1, 2, 5, 10, 15, 30]],
  ['hour', [1, 2, 3, 4, 6, 8, 12]],
  ['day', [1, 2, 3, 4, 5, 7, 10, 14]],
  ['month', [1, 2, 3, 4, 6]],
  ['year', [1, 2, 5, 10, 20, 50]],
]

/** As many labels between the first and last time as possible, at most `most`. */
export function timeTicks(first: number, last: number, most: number, locale: string): Tick[] {
  if (!(last > first)) return []
  for (const [unit, steps] of STEPS)
    for (const step of steps) {
      const times = moments(first, last, unit, step, most + 1)
      if (times.length <= most) return times.map((time) => ({ time, text: textOf(time, unit, locale) }))
    }
  return []
}

/** Month steps count from January and year steps from a multiple, so that labels stay in place as time passes. */
function moments(first: number, last: number, unit: Unit, step: number, enough: number): number[] {
  const begin = new Date(first)
  const year = unit === 'year' ? Math.floor(begin.getFullYear() / step) * step : begin.getFullYear()
  const isLong = unit === 'year' || unit === 'month'
  const [month, day] = isLong ? [0, 1] : [begin.getMonth(), begin.getDate()]
  const nth = {
    minute: (count: number) => new Date(year, month, day, 0, count),
    hour: (count: number) => new Date(year, month, day, count),
    day: (count: number) => new Date(year, month, day + count),
    month: (count: number) => new Date(year, month + count, day),
    year: (count: number) => new Date(year + count, month, day),
  }[unit]
  const found: number[] = []
  for (let count = 0; found.length < enough; count += step) {
    const time = nth(count).getTime()
    if (time > last) break
    if (time >= first) found.push(time)
  }
  return found
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Hours show the time, midnight shows the day, and January shows the year. */
function textOf(time: number, unit: Unit, locale: string): string {
  const date = new Date(time)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
  const write = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(date)
  if (unit === 'year' || (unit === 'month' && date.getMonth() === 0)) return write({ year: 'numeric' })
  if (unit === 'month') return write({ month: 'short' })
  return unit === 'day' || isMidnight ? write({ day: 'numeric', month: 'short' }) : write(clock)
}
