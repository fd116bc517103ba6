import { useLingui } from '@lingui/react/macro'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Writes a duration with its two largest units: "4 min 12 s", "1 d 3 h". */
export function useDuration(): (seconds: number) => string {
  const { t } = useLingui()
  return (seconds) => {
    const whole = (unit: number) => Math.floor(seconds / unit)
    if (seconds < MINUTE) return t`${seconds} s`
    if (seconds < HOUR) return t`${whole(MINUTE)} min ${seconds % MINUTE} s`
    if (seconds < DAY) return t`${whole(HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`
    return t`${whole(DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`
  }
}
