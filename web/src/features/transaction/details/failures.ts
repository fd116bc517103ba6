import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeclineReason, Transaction } from '../../../api/exchangeTypes'

/** The reasons of a decline by the payer's bank. */
const DECLINED: Record<Exclude<DeclineReason, 'do_not_honour'>, MessageDescriptor> = {
  insufficient_funds: msg`The payment was declined: there is not enough money on the card or account.`,
  expired_card: msg`The payment was declined: the card has expired.`,
  incorrect_cvc: msg`The payment was declined: the security code of the card is wrong.`,
  incorrect_card: msg`The payment was declined: the details of the card are wrong.`,
  not_permitted: msg`The payment was declined: the bank does not allow it with this card or account.`,
  limit_exceeded: msg`The payment was declined: a limit of the card or account does not allow it.`,
  authentication_failed: msg`The payment was declined: it was not confirmed with the bank.`,
  card_blocked: msg`The payment was declined: the bank has blocked the card.`,
  incorrect_code: msg`The payment was declined: the code is wrong or used already.`,
  expired_code: msg`The payment was declined: the code has expired.`,
  timed_out: msg`The payment was not made in time.`,
  bank_unavailable: msg`The payment was declined: the bank could not be reached.`,
}

/** The texts of the specification's failure reasons ("The error catalogue"). */
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
  PAYIN_CORE_RESPONSE_ERROR: msg`The payment could not be made. Nothing was taken.`,
  PAYIN_CORE_UNKNOWN_ERROR: msg`The payment could not be made. Nothing was taken.`,
  PAYOUT_CORE_RESPONSE_ERROR: msg`The payout could not be made.`,
  PAYOUT_CORE_UNKNOWN_ERROR: msg`The payout could not be made.`,
  CONVERT_CORE_RESPONSE_ERROR: msg`The exchange could not be made.`,
  CONVERT_CORE_UNKNOWN_ERROR: msg`The exchange could not be made.`,
  PAYIN_MIN_TECH_LIMIT_VIOLATION: msg`The payment is below the minimum.`,
  PAYIN_MAX_TECH_LIMIT_VIOLATION: msg`The payment is above the maximum.`,
  PAYIN_MAX_ADMIN_LIMIT_VIOLATION: msg`The payment is above the limit that was set for you.`,
  PAYOUT_MIN_TECH_LIMIT_VIOLATION: msg`The payout is below the minimum.`,
  PAYOUT_MAX_TECH_LIMIT_VIOLATION: msg`The payout is above the maximum.`,
  CONVERT_MIN_TECH_LIMIT_VIOLATION: msg`The exchange is below the minimum.`,
  CONVERT_MAX_TECH_LIMIT_VIOLATION: msg`The exchange is above the maximum.`,
  SPENDING_LIMIT_EXCEEDED: msg`The spending limit of the card is exceeded.`,
  PIN_TRIES_EXCEEDED: msg`The PIN was entered wrongly too often.`,
  HIGH_RISK_MERCHANT_BLOCKED: msg`The card does not pay merchants of this kind.`,
  RESTRICTED_COUNTRY_BLOCKED: msg`The card does not pay in this country.`,
  CARD_OVERDRAFT: msg`The card is overdrawn.`,
  EXPIRED: msg`The time to pay has run out.`,
  CANCELLED: msg`You cancelled this order.`,
}

/** The failure text: the bank's reason, else the text of the code, else the server's message. */
export function failureWords(failure: Transaction['failure']): MessageDescriptor | string {
  // Without a code, an operator closed the order.
  if (!failure) return msg`This order could not be carried out.`
  const { code, message, reason } = failure
  const known = reason && reason !== 'do_not_honour' ? DECLINED[reason] : REASONS[code]
  return known ?? (message || msg`Something went wrong. Contact support and name the order.`)
}
