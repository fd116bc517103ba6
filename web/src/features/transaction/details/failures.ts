import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The specification's catalogue of failure reasons (section 8) in words a person can act on. */
const REASONS: Record<string, MessageDescriptor> = {
  USER_INACTIVE: msg`Your account is blocked. Contact support.`,
  PROFILE_INACTIVE: msg`Your account is blocked. Contact support.`,
  CARD_INACTIVE: msg`The card is not active.`,
  NOT_ENOUGH_FUNDS: msg`Not enough funds.`,
  INSUFFICIENT_BALANCE: msg`Not enough on balance.`,
  PROVIDER_DECLINED: msg`The payment provider declined the payment.`,
  ORDER_CARD_DECLINED: msg`Transaction declined by the card’s bank.`,
  UNAVAILABLE_PWCU: msg`This payment method is unavailable for the currency.`,
  PWCURRENCY_UNAVAILABLE: msg`This payment method is unavailable for the currency.`,
  UNABLE_DEPOSIT: msg`The deposit could not be made.`,
  ADDRESS_NOT_FOUND: msg`The address was not found.`,
  ADDRESS_UNALLOCATED: msg`No deposit address could be given.`,
  BALANCE_CALCULATION_ERROR: msg`The balance could not be calculated.`,
  CONVERT_DIRECTION_UNAVAILABLE: msg`This exchange direction is unavailable.`,
  CONVERT_CURRENCY_UNAVAILABLE: msg`This exchange direction is unavailable.`,
  CURRENCY_DEPOSIT_UNAVAILABLE: msg`Deposits in this currency are unavailable.`,
  PAYOUT_DAILY_LIMIT_VIOLATION: msg`The amount exceeds the daily limit.`,
  PAYOUT_MONTHLY_LIMIT_VIOLATION: msg`The amount exceeds the monthly limit.`,
  PAYOUT_LIMIT_VERIFICATION_ERROR: msg`The payout limit could not be checked.`,
  AMOUNT_SENT_PARTIALLY: msg`Only part of the amount was sent.`,
  PAYIN_VERIFICATION_ERROR: msg`The payment could not be verified.`,
  PAYOUT_VERIFICATION_ERROR: msg`The payout could not be verified.`,
  MICA_COMPLIANCE_VIOLATION: msg`The rules of your country do not allow this exchange.`,
  EXPIRED: msg`The time to pay has run out.`,
  CANCELLED: msg`You cancelled this order.`,
}

/** The words for a failure code; the server's own message where the catalogue has none. */
export function failureWords(code: string, message: string): MessageDescriptor | string {
  return REASONS[code] ?? (message || msg`Something went wrong. Contact support and name the order.`)
}
