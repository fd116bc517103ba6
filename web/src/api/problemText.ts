import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isLostCode } from './lostCode'
import { isApiError, type ProblemCode } from './problem'

const LATER = msg`Something went wrong on our side. Try again in a moment.`
const LIMIT = msg`This is more than your limit allows.`
const DIRECTION = msg`This direction is unavailable now.`
const NETWORK = msg`Cannot reach the service. Check your connection and try again.`
const CODE_WRONG = msg`The code is incorrect.`

/**
 * Server errors, refusals of API keys and of operators, which the app never gets, and the request to update, which
 * replaces the whole page (ErrorCard). They share the text for unexpected errors.
 */
type OurFault =
  | 'METHOD_NOT_ALLOWED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'UPDATE_REQUIRED'
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'RELIANCE_NOT_ALLOWED'
  | 'CONSENT_WITHDRAWN'
  | 'PERSONAL_DATA_MISMATCH'
  | 'NETWORK_FEE_NOT_RAISABLE'
type Texts = Record<Exclude<ProblemCode, OurFault>, MessageDescriptor>

/** Texts of all other codes. A new server code fails the type check until it has a text here. */
const TEXT: Texts & Partial<Record<OurFault, undefined>> = {
  ERR_NETWORK: NETWORK,
  unreachable: NETWORK,
  BAD_REQUEST: msg`The request was not understood. Reload the page and try again.`,
  VALIDATION_ERROR: msg`Some details are not right. Check them and try again.`,
  TELEGRAM_INIT_DATA_INVALID: msg`Sign-in through Telegram failed. Open the app again.`,
  SIGN_IN_EXPIRED: msg`This sign-in has expired or has already been used. Start again.`,
  SIGN_IN_REFUSED: msg`The sign-in could not be confirmed. Start again.`,
  UNAUTHORIZED_REQUEST: msg`Your session has ended. Sign in again.`,
  ACCESS_DENIED: msg`You have no access to this.`,
  USER_BLOCKED: msg`Your account is blocked. Contact support.`,
  AUTH_2FA_REQUIRED: msg`Confirm this with your second factor.`,
  AUTH_2FA_INVALID: CODE_WRONG,
  AUTH_2FA_ATTEMPTS_EXCEEDED: msg`Too many wrong codes. Try again in half an hour, or contact support.`,
  CAPTCHA_REQUIRED: msg`We could not check that you are not a robot. Reload the page and try again.`,
  NOT_FOUND: msg`We could not find this.`,
  NOT_ACCEPTABLE: msg`This cannot be accepted.`,
  CONFLICT_ERROR: msg`This has changed in the meantime. Check it again.`,
  NON_UNIQUE_VALUE: msg`This is already in use.`,
  RESERVED_REQUISITE: msg`These details belong to another account.`,
  NON_ZERO_BALANCE: msg`There is still money on the balance.`,
  WEB3_WALLET_EXISTS_ERROR: msg`This wallet already exists.`,
  EMAIL_ALREADY_LINKED_ERROR: msg`This email belongs to another account.`,
  QUOTE_EXPIRED: msg`The price has expired. Look at the new one.`,
  QUOTE_USED: msg`This price has already been used. Get a new one.`,
  PAYWAY_PAUSED: DIRECTION,
  NEW_ADDRESS_HELD: LIMIT,
  NEW_CARD_LIMIT: LIMIT,
  PAYOUTS_HELD: msg`The way you sign in was changed recently. Nothing can be sent out for now.`,
  TRAVEL_RULE_REQUIRED: msg`First tell us whose wallet it is.`,
  PAYEE_NOT_VERIFIED: msg`The bank’s check of this account is out of date, or you have not confirmed its result. Check again.`,
  PROMO_CODE_REFUSED: msg`This promo code cannot be used here.`,
  PAYLOAD_TOO_LARGE: msg`This is too large to send.`,
  EMAIL_NOT_VERIFIED: msg`The email address of that account is not verified. Verify it there, or sign in with a code.`,
  UNPROCESSABLE_ENTITY: msg`This cannot be done now.`,
  IDEMPOTENCY_KEY_REUSED: msg`This has already been sent. Reload the page.`,
  INSUFFICIENT_BALANCE: msg`Not enough on the balance.`,
  UNAVAILABLE_CONVERT_DIRECTION: DIRECTION,
  DAILY_LIMIT_EXCEEDED: LIMIT,
  MONTHLY_LIMIT_EXCEEDED: LIMIT,
  PAYOUT_DAILY_LIMIT_EXCEEDED: LIMIT,
  PAYOUT_MONTHLY_LIMIT_EXCEEDED: LIMIT,
  TECH_LIMIT_VIOLATION: msg`The amount is outside the limits.`,
  UNAVAILABLE_VERIFICATION_TOKEN_RETRIEVAL: msg`Verification is temporarily unavailable.`,
  TOO_MANY_REQUESTS: msg`Too many attempts. Wait a little and try again.`,
  PHONE_CHANGE_LIMIT_EXCEEDED: msg`The phone can be changed once in 24 hours.`,
  COUNTRY_NOT_ALLOWED: msg`This is not available in your country.`,
  MICA_COMPLIANCE_ERROR: msg`This currency is not available in your country.`,
  RATES_UNAVAILABLE: msg`There are no current rates. Exchange is paused for a moment.`,
}

export function problemText(code: ProblemCode): string {
  return i18n._(TEXT[code] ?? LATER)
}

/** Text for any thrown value. */
export function errorText(error: unknown): string {
  if (isApiError(error)) return problemText(error.code)
  return i18n._(isLostCode(error) ? NETWORK : LATER)
}

/** The same text, prefixed with the request id, for places that do not show the id. */
export function failureText(error: unknown): string {
  const id = isApiError(error) ? error.requestId : undefined
  return id ? `${id}: ${errorText(error)}` : errorText(error)
}
