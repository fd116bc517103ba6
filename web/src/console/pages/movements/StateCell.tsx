import { Trans } from '@lingui/react/macro'
import { Badge } from '../../../ui/Badge'
import type { TransactionLine } from '../../api/queries'
import { useRailWords } from '../../parts/railWords'
import { useReviewReason } from '../../parts/reviewReasons'
import { useTransactionStatus } from '../../parts/transactionWords'

/** The status, and in one line why an operator must decide or why a payment was declined. */
export function StateCell({
  line,
}: {
  line: Pick<TransactionLine, 'status' | 'review' | 'declined' | 'from' | 'display_type'>
}) {
  const { words, tone } = useTransactionStatus()(line.status, line)
  const reason = useReviewReason()
  const rail = useRailWords()
  const declined = line.declined && rail.declined(line.declined)
  const why = line.review ? reason(line.review.reason) : declined ? <Trans>Declined: {declined}</Trans> : null
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {why ? (
        <span className="block text-[12px] leading-tight text-muted desk:max-w-[26ch] desk:truncate">{why}</span>
      ) : null}
    </>
  )
}
