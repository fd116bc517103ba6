import type { TierLimits } from '../../api/rules'
import { isAmount } from '../../parts/amounts'

export type TierAmounts = TierLimits['limits']
export type TierLimit = keyof TierAmounts

/** The limits of a tier, in display order. */
export const TIER_LIMITS = ['fiat_day', 'fiat_month', 'crypto_out_day', 'crypto_out_month'] as const

/** Tiers whose customers have shown no document. They have every limit. */
const UNVERIFIED: ReadonlySet<TierLimits['tier']> = new Set(['T0', 'T1'])

export const needsLimits = ({ tier }: TierLimits): boolean => UNVERIFIED.has(tier)

/** The limits while they are edited. An empty text is unlimited. */
export type TierTexts = Record<TierLimit, string>

export const tierTextsOf = (amounts: TierAmounts): TierTexts => ({
  fiat_day: amounts.fiat_day ?? '',
  fiat_month: amounts.fiat_month ?? '',
  crypto_out_day: amounts.crypto_out_day ?? '',
  crypto_out_month: amounts.crypto_out_month ?? '',
})

export const tierAmountsOf = (texts: TierTexts): TierAmounts =>
  Object.fromEntries(TIER_LIMITS.map((name) => [name, texts[name]]).filter(([, text]) => text !== ''))

export const isTierText = (text: string, isNeeded: boolean): boolean => (text === '' ? !isNeeded : isAmount(text))

/** Whether no limit of a day is above that of its month. An empty text is above all others. */
export function isOrdered(texts: TierTexts): boolean {
  const number = (text: string) => (text === '' ? Number.POSITIVE_INFINITY : Number(text))
  return (
    number(texts.fiat_day) <= number(texts.fiat_month) && number(texts.crypto_out_day) <= number(texts.crypto_out_month)
  )
}
