import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PaywayPause } from '../../api/exchangeTypes'
import { dayText, timeText } from '../../i18n/format'

const CAUSES: Record<PaywayPause['cause'], MessageDescriptor> = {
  MAINTENANCE: msg`Planned maintenance`,
  PROVIDER_OUTAGE: msg`Its provider has a fault`,
  NETWORK_TROUBLE: msg`Its network has a fault`,
  BANK_CLOSED: msg`The bank is closed`,
  PRECAUTION: msg`A safety check`,
}

/** The words of a pause: why, and until when. */
export function usePauseWords() {
  const { t, i18n } = useLingui()
  /** "14:00" today, otherwise "29 Nov, 14:00". */
  const at = (time: string, now = new Date()): string => {
    const clock = timeText(time, i18n.locale)
    const isToday = new Date(time).toDateString() === now.toDateString()
    return isToday ? clock : `${dayText(time, i18n.locale, now)}, ${clock}`
  }
  return {
    at,
    cause: (cause: PaywayPause['cause']): string => t(CAUSES[cause]),
    /** For a row of a list: "Planned maintenance · until 14:00". */
    short: ({ cause, until }: PaywayPause): string => {
      const why = t(CAUSES[cause])
      const end = until && at(until)
      return end ? t`${why} · until ${end}` : why
    },
  }
}
