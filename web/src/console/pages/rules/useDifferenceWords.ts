import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { amountText, moneyText } from '../../../i18n/format'
import type { KeyHolder, NetworkRange, RulesDifference } from '../../api/rules'
import { isEndpoint, usePaywayName } from '../../parts/paywayNames'
import { countryName } from './countries'
import { readValue } from './differenceValue'
import { LINES, OPERATIONS } from './feeRuleText'
import { percentText } from './feeText'
import { isLifetime } from './lifetimes'
import { useDuration, useLifetimeNames } from './lifetimeWords'
import { scopeOf } from './limitScope'
import { isMica, useMicaName } from './micaNames'
import { partnerName } from './partnerNames'
import { useLimitWords } from './useLimitWords'
import { usePartNames } from './usePartNames'

/** A difference in words: what it is about, and both values. */
export type DifferenceWords = { about: string; before: string | undefined; after: string | undefined }

/** The names of networks and partners, which the server knows. */
export type RuleNames = { networks: readonly NetworkRange[]; partners: readonly KeyHolder[] }

/** Puts the differences of two versions into words. A name that the console does not know is shown as it is. */
export function useDifferenceWords({ networks, partners }: RuleNames): (one: RulesDifference) => DifferenceWords {
  const about = useAbout(networks)
  const value = useValue(partners)
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
        // The groups of conditions and of the fee say nothing that their values do not say.
        return joined(t`Fee rule ${first}`, ...parts(more.filter((name) => name !== 'when' && name !== 'fee')))
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

function useValue(partners: readonly KeyHolder[]): (one: RulesDifference, text: string) => string {
  const { t, i18n } = useLingui()
  const duration = useDuration()
  const payway = usePaywayName()
  const mica = useMicaName()
  const code = useCodeWords()
  return (one, text) => {
    const { locale } = i18n
    const value = readValue(one, text)
    const [group, name = ''] = one.path
    if (group === 'lifetimes' && isLifetime(name)) return duration(name, Number(text))
    if (group === 'forbidden') return countryName(text, locale)
    if (group === 'mica' && isMica(text)) return mica(text)
    if (group === 'relied_on' || one.path.at(-1) === 'partner') return partnerName(text, partners)
    const known = code(one.path, text)
    if (known !== undefined) return known
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

/** The words of codes that stand in a policy: the line and the operation of a fee rule, products, the travel rule. */
function useCodeWords(): (path: readonly string[], text: string) => string | undefined {
  const { t, i18n } = useLingui()
  const products: Record<string, string> = {
    payment_card: t`Payment card`,
    overdraft: t`Overdraft`,
    reward: t`Rewards`,
    cashback: t`Cashback`,
    service: t`Service accounts`,
  }
  const onWord: Record<string, string> = {
    nothing: t`nothing`,
    refunds: t`refunds`,
    everything: t`orders and refunds`,
  }
  return (path, text) => {
    const name = path.at(-1)
    if (path[0] === 'products') return products[text]
    if (name === 'on_word') return onWord[text]
    if (path[0] !== 'fee_rules') return undefined
    const words: Record<string, MessageDescriptor> = name === 'line' ? LINES : name === 'operation' ? OPERATIONS : {}
    const found = words[text]
    return found && i18n._(found)
  }
}
