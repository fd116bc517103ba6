import { useLingui } from '@lingui/react/macro'
import { amountText, moneyText } from '../../../i18n/format'
import type { NetworkRange, RulesDifference } from '../../api/rules'
import { isEndpoint, usePaywayName } from '../../parts/paywayNames'
import { countryName } from './countries'
import { readValue } from './differenceValue'
import { percentText } from './feeText'
import { isLifetime } from './lifetimes'
import { useDuration, useLifetimeNames } from './lifetimeWords'
import { scopeOf } from './limitScope'
import { useLimitWords } from './useLimitWords'
import { usePartNames } from './usePartNames'

/** A difference in words: what it is about, and both values. */
export type DifferenceWords = { about: string; before: string | undefined; after: string | undefined }

/** Puts the differences of two versions into words. A name that the console does not know is shown as it is. */
export function useDifferenceWords(networks: readonly NetworkRange[]): (one: RulesDifference) => DifferenceWords {
  const about = useAbout(networks)
  const value = useValue()
  return (one) => ({
    about: about(one.path),
    before: one.before === undefined ? undefined : value(one, one.before),
    after: one.after === undefined ? undefined : value(one, one.after),
  })
}

function useAbout(networks: readonly NetworkRange[]): (path: readonly string[]) => string {
  const { t } = useLingui()
  const payway = usePaywayName()
  const limit = useLimitWords()
  const lifetimes = useLifetimeNames()
  const part = usePartNames()
  const named = (code: string) => (isEndpoint(code) ? payway(code) : code)
  return ([group = '', ...rest]) => {
    const [first = '', ...more] = rest
    const parts = (names: readonly string[]) => names.map(part)
    const joined = (...words: readonly string[]) => words.filter(Boolean).join(', ')
    switch (group) {
      case 'limits':
        return t`Limit of ${joined(limit({ ...scopeOf(first), currency: 'EUR' }).about, ...parts(more))}`
      case 'processing_in':
        return joined(t`Processing fee`, named(first), t`payments in`, ...parts(more))
      case 'processing_out':
        return joined(t`Processing fee`, named(first), t`payouts`, ...parts(more))
      case 'fee_rules':
        return joined(t`Fee rule ${first}`, ...parts(more))
      case 'confirmations':
        return t`Confirmations on ${networks.find(({ network }) => network === first)?.name ?? first}`
      case 'lifetimes':
        return joined(t`Lifetimes of unpaid orders`, isLifetime(first) ? lifetimes[first] : part(first))
      case 'tiers':
        return joined(t`Tier ${first}`, ...parts(more.filter((name) => name !== 'limits')))
      case 'currencies':
        return joined(first, ...parts(more))
      case 'mica':
        return joined(first, t`EEA residents`)
      default:
        return joined(part(group), ...parts(rest))
    }
  }
}

function useValue(): (one: RulesDifference, text: string) => string {
  const { t, i18n } = useLingui()
  const duration = useDuration()
  const payway = usePaywayName()
  return (one, text) => {
    const { locale } = i18n
    const value = readValue(one, text)
    const [group, name = ''] = one.path
    if (group === 'lifetimes' && isLifetime(name)) return duration(name, Number(text))
    if (group === 'forbidden') return countryName(text, locale)
    if (value.kind === 'percent') return percentText(value.percent, locale)
    if (value.kind === 'flag') return value.isOn ? t`yes` : t`no`
    if (value.kind === 'text') return isEndpoint(value.text) ? payway(value.text) : value.text
    // A currency may have 18 decimals, and limits are round.
    const amount = value.amount.includes('.') ? value.amount.replace(/\.?0+$/, '') : value.amount
    return value.currency === 'EUR'
      ? moneyText({ amount, currency: 'EUR' }, locale)
      : `${amountText(amount, locale)}\u00a0${value.currency}`
  }
}
