import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { components } from '../api/schema.gen'
import { whenText } from './when'

type Line = Pick<components['schemas']['TransactionLine'], 'review' | 'declined'>
type Reason = components['schemas']['ReviewReason']

const REASONS: Record<Reason, MessageDescriptor> = {
  no_answer: msg`The customer did not choose in time`,
  never_confirmed: msg`A payment was seen and never confirmed`,
  charge_unknown: msg`Nobody knows whether the payer was charged`,
  awaiting_rate: msg`There was no price for too long`,
  reversed: msg`A payment was taken back`,
  wrong_payment: msg`What arrived cannot be the order’s`,
  unidentified: msg`It names no customer`,
  payout_failed: msg`The payout failed`,
  payout_unknown: msg`Nobody knows whether the payout was made`,
  paid_twice: msg`Two payouts left for one order`,
}

/** Why an order waits for an operator, the rail's message, and since when; or why a payment was declined. */
export function ReviewWords({ line: { review, declined } }: { line: Line }) {
  const { _, i18n } = useLingui()
  if (review) {
    const since = whenText(review.since, i18n.locale)
    return (
      <span className="mt-1 block text-[13px]">
        {_(REASONS[review.reason])}
        {review.detail ? <span className="block font-mono text-muted wrap-anywhere">{review.detail}</span> : null}
        <span className="block text-muted">
          <Trans>Since {since}</Trans>
        </span>
      </span>
    )
  }
  return declined ? (
    <span className="mt-1 block text-[13px] text-muted wrap-anywhere">
      <Trans>Declined: {declined}</Trans>
    </span>
  ) : null
}
