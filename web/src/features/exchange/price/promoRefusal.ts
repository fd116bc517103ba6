import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { fieldErrors } from '../../../domain/problem'
import type { FieldError } from '../../../api/problem'

/** The server's reason why a promo code gives nothing. `undefined` for other errors. */
export const promoRefusal = (error: unknown): FieldError | undefined =>
  fieldErrors(error).find(({ pointer }) => pointer === '/promo_code')

/** The words for each reason. */
export const PROMO_WORDS: Record<string, MessageDescriptor> = {
  promo_unknown: msg`We do not know this promo code. Check the spelling.`,
  promo_stopped: msg`This promo code is no longer offered.`,
  promo_used_up: msg`This promo code has been used up.`,
  promo_budget_used_up: msg`What is left of this promotion is less than the discount for this amount. Try a smaller one.`,
  promo_used_by_you: msg`You have already used this promo code.`,
  promo_not_first_order: msg`This promo code is for a first order only.`,
  promo_other_country: msg`This promo code is not offered in your country of residence.`,
  promo_other_payway: msg`This promo code is not for this way of paying or receiving.`,
  promo_no_fee: msg`This order has no fee of ours that a promo code could lower.`,
}
