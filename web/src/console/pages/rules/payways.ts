import type { PaywayRule, RuleFee } from '../../api/rules'
import { type FeeTexts, feeOf, isFee, textsOf } from './fees'

/** Other services, which only bring money in. */
const ONLY_IN: ReadonlySet<PaywayRule['payway']> = new Set(['blik', 'mono', 'bybitpay'])

export const paysOut = ({ payway }: PaywayRule): boolean => !ONLY_IN.has(payway)

/** A payway while it is edited. The texts of a part that the payway does not have are not used. */
export type PaywayTexts = { fee_in: FeeTexts; fee_out: FeeTexts }

const NONE: FeeTexts = { fixed: '', percent: '', min: '', max: '' }

const feeTexts = (fee: RuleFee | undefined) => (fee ? textsOf(fee) : NONE)

export const paywayTextsOf = ({ fee_in, fee_out }: PaywayRule): PaywayTexts => ({
  fee_in: feeTexts(fee_in),
  fee_out: feeTexts(fee_out),
})

export const isPayway = ({ fee_in, fee_out }: PaywayRule, texts: PaywayTexts): boolean =>
  (!fee_in || isFee(texts.fee_in)) && (!fee_out || isFee(texts.fee_out))

export const paywayOf = ({ payway, fee_in, fee_out }: PaywayRule, texts: PaywayTexts): PaywayRule => ({
  payway,
  ...(fee_in ? { fee_in: feeOf(fee_in.currency, texts.fee_in) } : {}),
  ...(fee_out ? { fee_out: feeOf(fee_out.currency, texts.fee_out) } : {}),
})
