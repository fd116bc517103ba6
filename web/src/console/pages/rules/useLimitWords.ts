import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import type { LimitRule } from '../../api/rules'
import { usePaywayName } from '../../parts/paywayNames'
import { countryName } from './countries'

/** A limit rule in words: whom it is about, and its bounds. */
export function useLimitWords(): (rule: LimitRule) => { about: string; bounds: string } {
  const { t, i18n } = useLingui()
  const nameOf = usePaywayName()
  return (rule) => {
    const { payway, direction, tier, country, currency } = rule
    const money = (amount: string) => moneyText({ amount, currency }, i18n.locale)
    const about = [
      payway ? nameOf(payway) : t`All payment methods`,
      direction === 'in' ? t`payments in` : direction === 'out' ? t`payouts` : undefined,
      tier ? t`tier ${tier}` : undefined,
      country ? t`residents of ${countryName(country, i18n.locale)}` : undefined,
    ]
    const bounds = [
      rule.min ? t`at least ${money(rule.min)}` : undefined,
      rule.max ? t`at most ${money(rule.max)} at once` : undefined,
      rule.day ? t`at most ${money(rule.day)} in 24 hours` : undefined,
      rule.month ? t`at most ${money(rule.month)} in 31 days` : undefined,
    ]
    const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')
    return { about: joined(about), bounds: joined(bounds) }
  }
}
