import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { components } from '../api/schema.gen'
import { useReviewReason } from './reviewReasons'
import { whenText } from './when'

type Line = Pick<components['schemas']['TransactionLine'], 'review' | 'declined'>

/** Why an order waits for an operator, the rail's message, and since when; or why a payment was declined. */
export function ReviewWords({ line: { review, declined } }: { line: Line }) {
  const { i18n } = useLingui()
  const reason = useReviewReason()
  if (review) {
    const since = whenText(review.since, i18n.locale)
    return (
      <span className="mt-1 block text-[13px]">
        {reason(review.reason)}
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
