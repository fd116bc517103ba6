import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../domain/money'
import { ownNameWords } from '../../../domain/requisite/ownName'
import { useProblemWords } from '../../../domain/useProblemWords'
import { dayText, timeText } from '../../../i18n/format'
import { PROMO_WORDS, promoRefusal } from './promoRefusal'

/** Why an order is refused: the account of somebody else, or a promo code that gives nothing, exactly. */
export function useRefusalWords(): (error: unknown) => string {
  const { t, i18n } = useLingui()
  const others = useProblemWords()
  return (error) => {
    const ownName = ownNameWords(error)
    if (ownName) return i18n._(ownName)
    const refusal = promoRefusal(error)
    if (!refusal) return others(error)
    const { at, min, currency } = refusal.params ?? {}
    const time = at && `${dayText(at, i18n.locale, new Date())}, ${timeText(at, i18n.locale)}`
    if (refusal.code === 'promo_ended' && time) return t`This promo code ended on ${time}.`
    if (refusal.code === 'promo_not_yet' && time) return t`This promo code can be used from ${time} on.`
    if (refusal.code === 'promo_below_minimum' && min && currency) {
      const least = moneyText({ amount: min, currency }, i18n.locale)
      return t`This promo code needs an order of ${least} or more.`
    }
    const known = PROMO_WORDS[refusal.code]
    return known ? i18n._(known) : (refusal.message ?? others(error))
  }
}
