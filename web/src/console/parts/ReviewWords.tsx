import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { components } from '../api/schema.gen'
import { useRailWords } from './railWords'
import { useReviewReason } from './reviewReasons'
import { whenText } from './when'

type Line = Pick<components['schemas']['TransactionLine'], 'review' | 'declined'>

/** Why an order waits for an operator, the rail's message, and since when; or why a payment was declined. */
export function ReviewWords({ line: { review, declined } }: { line: Line }) {
  const { i18n } = useLingui()
  const reason = useReviewReason()
  const rail = useRailWords()
  if (review) {
    const since = whenText(review.since, i18n.locale)
    return (
      <span className="mt-1 block text-[13px]">
        {reason(review.reason)}
        {review.detail ? <RailMessage message={review.detail} /> : null}
        <span className="block text-muted">
          <Trans>Since {since}</Trans>
        </span>
      </span>
    )
  }
  const why = declined && rail.declined(declined)
  return why ? (
    <span className="mt-1 block text-[13px] text-muted wrap-anywhere">
      <Trans>Declined: {why}</Trans>
    </span>
  ) : null
}

/** The rail's message as it came, after the meaning of its code. */
export function RailMessage({ message }: { message: string }) {
  const meaning = useRailWords().returned(message)
  return (
    <>
      {meaning ? <span className="block">{meaning}</span> : null}
      <span className="block font-mono text-[12px] leading-tight text-muted wrap-anywhere">{message}</span>
    </>
  )
}
