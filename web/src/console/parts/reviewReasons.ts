import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { components } from '../api/schema.gen'

type Reason = components['schemas']['ReviewReason']

const REASONS: Record<Reason, MessageDescriptor> = {
  no_answer: msg`The customer did not choose in time`,
  never_confirmed: msg`A payment was seen and never confirmed`,
  charge_unknown: msg`The result of the charge is unknown`,
  awaiting_rate: msg`No price was available for too long`,
  reversed: msg`A payment was taken back`,
  wrong_payment: msg`The payment does not fit the order`,
  unidentified: msg`The payment names no customer`,
  payout_failed: msg`The payout failed`,
  payout_unknown: msg`The result of the payout is unknown`,
  disputed: msg`A card payment is disputed`,
  paid_twice: msg`The order was paid out twice`,
}

/** Why an order waits for an operator. */
export function useReviewReason(): (reason: Reason) => string {
  const { _ } = useLingui()
  return (reason) => _(REASONS[reason])
}
