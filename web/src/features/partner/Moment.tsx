import { useLingui } from '@lingui/react/macro'
import { dayText, timeText } from '../../i18n/format'

/** A day and a time in words. */
export function Moment({ at }: { at: string }) {
  const { i18n } = useLingui()
  return <>{`${dayText(at, i18n.locale, new Date())}, ${timeText(at, i18n.locale)}`}</>
}
