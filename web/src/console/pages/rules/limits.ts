import type { LimitRule } from '../../api/rules'
import { isAmountOrNone } from '../../parts/amounts'
import { isCountryCode } from './countries'

/** The bounds of a limit rule, in display order. */
export const BOUNDS = ['min', 'max', 'day', 'month'] as const
export type Bound = (typeof BOUNDS)[number]

/** The payment methods with a single currency. The limits of the others are in euro. */
const OWN: Partial<Record<string, LimitRule['currency']>> = { blik: 'PLN', mono: 'UAH' }

/** A rule while it is edited. An empty text is no condition or no bound. */
export type LimitTexts = Record<'payway' | 'direction' | 'tier' | 'country' | Bound, string>

/** The conditions of a rule, as one text. No two rules have the same. */
export const limitKey = ({ payway, direction, tier, country }: Partial<LimitRule>): string =>
  [payway, direction, tier, country].map((one) => one ?? '').join('/')

/** The texts of a rule; all empty without one. */
export const limitTextsOf = (rule: Partial<LimitRule>): LimitTexts => ({
  payway: rule.payway ?? '',
  direction: rule.direction ?? '',
  tier: rule.tier ?? '',
  country: rule.country ?? '',
  min: rule.min ?? '',
  max: rule.max ?? '',
  day: rule.day ?? '',
  month: rule.month ?? '',
})

/** The currency of the bounds. A rule of the same payment method keeps its own. */
export const limitCurrency = ({ payway }: LimitTexts, was?: LimitRule): LimitRule['currency'] =>
  was && (was.payway ?? '') === payway ? was.currency : (OWN[payway] ?? 'EUR')

export const limitOf = (texts: LimitTexts, was?: LimitRule): LimitRule => {
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return { ...Object.fromEntries(given), currency: limitCurrency(texts, was) }
}

/** What is wrong with a rule; `undefined` if nothing is. */
export function limitFault(texts: LimitTexts, others: readonly LimitRule[]): 'form' | 'empty' | 'twice' | undefined {
  const isCountry = texts.country === '' || isCountryCode(texts.country)
  if (!isCountry || !BOUNDS.every((bound) => isAmountOrNone(texts[bound]))) return 'form'
  if (BOUNDS.every((bound) => texts[bound] === '')) return 'empty'
  const key = limitKey(limitOf(texts))
  return others.some((other) => limitKey(other) === key) ? 'twice' : undefined
}
