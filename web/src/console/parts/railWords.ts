import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { components } from '../api/schema.gen'
import { isEndpoint, usePaywayName } from './paywayNames'

type Schemas = components['schemas']
type Reason = Schemas['DeclineReason']

/** Why a payment was declined. */
const DECLINED: Record<Reason, MessageDescriptor> = {
  insufficient_funds: msg`not enough money`,
  expired_card: msg`the card has expired`,
  incorrect_cvc: msg`wrong security code`,
  incorrect_card: msg`wrong card details`,
  not_permitted: msg`not allowed by the bank`,
  limit_exceeded: msg`a limit of the card or account`,
  authentication_failed: msg`not confirmed with the bank`,
  card_blocked: msg`the card is blocked`,
  incorrect_code: msg`wrong or used code`,
  expired_code: msg`the code has expired`,
  timed_out: msg`not paid in time`,
  bank_unavailable: msg`the bank could not be reached`,
  do_not_honour: msg`the bank gave no reason`,
}

/** Why a bank returned a payment, by the code of the message (ISO 20022, ExternalReturnReason1Code). */
const RETURNED: Record<string, MessageDescriptor> = {
  AC01: msg`The account number is wrong`,
  AC04: msg`The account is closed`,
  AC06: msg`The account is blocked`,
  AG01: msg`The account does not take such payments`,
  AM04: msg`There is not enough money on the account`,
  AM05: msg`The payment was made twice`,
  BE04: msg`The address of the receiver is missing`,
  CUST: msg`The payer asked for the money back`,
  FOCR: msg`The payment was recalled`,
  MD07: msg`The holder of the account has died`,
  MS02: msg`The receiver refused the payment`,
  MS03: msg`The bank gave no reason`,
  RC01: msg`The code of the bank is wrong`,
  RR04: msg`A rule of the authorities forbids it`,
}

const isReason = (code: string): code is Reason => Object.hasOwn(DECLINED, code)

/** Words for the codes of rails. A text that is no code is the rail's own message and stays as it is. */
export function useRailWords() {
  const { t } = useLingui()
  const payway = usePaywayName()
  return {
    /** Why a payment was declined. */
    declined: (code: string): string => (isReason(code) ? t(DECLINED[code]) : code),
    /** The meaning of a bank's code within its message. `undefined` if there is none, or none that is known. */
    returned: (message: string): string | undefined => {
      const code = message.match(/\b[A-Z]{2}(?:\d{2}|[A-Z]{2})\b/g)?.find((each) => Object.hasOwn(RETURNED, each))
      const words = code === undefined ? undefined : RETURNED[code]
      return words && t(words)
    },
    /** Who changed a transaction, as the history names it. */
    actor: (name: string): string => {
      if (name === 'customer') return t`Customer`
      if (name === 'rail') return t`Payment provider`
      const rail = name.startsWith('rail:') ? name.slice('rail:'.length) : undefined
      if (rail === undefined) return name
      return isEndpoint(rail) ? t`Payment provider: ${payway(rail)}` : t`Payment provider: ${rail}`
    },
  }
}
