import type { PaywayRule, RuleFee } from '../../api/rules'
import { isAmount, isAmountOrNone } from '../../parts/amounts'

/** A fee while it is edited. An empty minimum or maximum means that there is none. */
export type FeeTexts = { fixed: string; percent: string; min: string; max: string }

export const textsOf = ({ fixed, percent, min = '', max = '' }: RuleFee): FeeTexts => ({ fixed, percent, min, max })

export const isFee = ({ fixed, percent, min, max }: FeeTexts): boolean =>
  [fixed, percent].every(isAmount) && [min, max].every(isAmountOrNone)

export const feeOf = (currency: RuleFee['currency'], { fixed, percent, min, max }: FeeTexts): RuleFee => ({
  currency,
  fixed,
  percent,
  ...(min ? { min } : {}),
  ...(max ? { max } : {}),
})

export type FeeSide = 'fee_in' | 'fee_out'

/** What a direction costs when it is switched on: what it cost before the change, or nothing in this currency. */
export type FirstFee = { before: RuleFee | undefined; currency: RuleFee['currency'] }

/** A payway with one direction switched on, or off, without a fee. */
export function switched(rule: PaywayRule, side: FeeSide, isOn: boolean, { before, currency }: FirstFee): PaywayRule {
  const { fee_in, fee_out, ...rest } = rule
  const fees = { ...(fee_in ? { fee_in } : {}), ...(fee_out ? { fee_out } : {}) }
  if (isOn) return { ...rest, ...fees, [side]: before ?? { currency, fixed: '0', percent: '0' } }
  return { ...rest, ...Object.fromEntries(Object.entries(fees).filter(([name]) => name !== side)) }
}
