import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { aboutMinutes, type Usual } from './usual'

/** How long money usually takes, as a sentence and as a short note: "Arrives in about 3 minutes", "about 3 min". */
export function useArrivalWords() {
  const { t } = useLingui()
  const whole = (usual: Usual): string => {
    if (usual === 'bank') return t`Bank transfers take 1 to 3 business days, instant ones seconds.`
    if (usual.seconds === 0) return t`Arrives at once`
    return t`Arrives in about ${plural(aboutMinutes(usual.seconds), { one: '# minute', few: '# minutes', many: '# minutes', other: '# minutes' })}`
  }
  const short = (usual: Usual): string => {
    if (usual === 'bank') return t`1 to 3 business days`
    return usual.seconds === 0 ? t`at once` : t`about ${aboutMinutes(usual.seconds)} min`
  }
  return { whole, short }
}
