import { useLingui } from '@lingui/react/macro'
import { durationText } from './clock'

const MINUTE_MS = 60_000

/** "22 min ago", or "just now" within the first minute. */
export function useAgo(): (at: string, now: number) => string {
  const { t, i18n } = useLingui()
  return (at, now) => {
    const ms = now - Date.parse(at)
    if (ms < MINUTE_MS) return t`just now`
    const age = durationText(ms, i18n.locale)
    return t`${age} ago`
  }
}
