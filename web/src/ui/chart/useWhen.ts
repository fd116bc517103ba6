import { useLingui } from '@lingui/react/macro'
import { dayText, timeText } from '../../i18n/format'
import type { Point } from './scale'

/** The shortest span whose points show only the day. */
const LONG_MS = 100 * 24 * 3600_000

/** Formats the time of a point: the day, and the time of day for short spans. */
export function useWhen(points: readonly Point[]): (at: string) => string {
  const { i18n } = useLingui()
  const [first, last] = [points[0]?.at, points.at(-1)?.at]
  const isLong = first !== undefined && last !== undefined && Date.parse(last) - Date.parse(first) > LONG_MS
  const now = new Date()
  return (at) => {
    const day = dayText(at, i18n.locale, now)
    return isLong ? day : `${day}, ${timeText(at, i18n.locale)}`
  }
}
