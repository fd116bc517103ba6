import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import type { MovementLine } from '../../api/queries'
import { ClockText } from '../../parts/ClockText'
import { Go } from '../../parts/Go'
import { useActionReason, useDisplayType } from '../../parts/movementWords'
import { useRailWords } from '../../parts/railWords'
import { RailMessage } from '../../parts/ReviewWords'
import { useReviewReason } from '../../parts/reviewReasons'
import { Cell, Row, ROW_LINK, Sheet } from '../../parts/Sheet'
import { useHeadlineWords, useTransactionStatus } from '../../parts/transactionWords'
import { useNow } from '../../parts/useNow'
import { shortTime } from '../../parts/when'

/** Transactions that wait: why, for how much, and how long against the deadline. */
export function WorkRows({ lines }: { lines: readonly MovementLine[] }) {
  const { t, i18n } = useLingui()
  const display = useDisplayType()
  const became = useHeadlineWords()
  const now = useNow()
  const columns = [
    { name: t`Transaction` },
    { name: t`Why` },
    { name: t`Amount`, end: true },
    { name: t`Waiting`, end: true },
    { name: t`Until`, end: true },
  ]
  return (
    <Sheet label={t`Work list`} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell side="left">
            <Go to={`/movements/${line.id}`} className={`font-mono text-[13px] font-bold ${ROW_LINK}`}>
              {line.reference}
            </Go>
            <span className="block text-[13px] leading-tight text-muted">{display(line.display_type)}</span>
          </Cell>
          <Cell side="left">
            <Why line={line} />
          </Cell>
          <Cell side="right" end>
            <span className="font-[580] whitespace-nowrap tabular-nums">
              {line.held ? moneyText(line.held, i18n.locale) : became(line.headline)}
            </span>
          </Cell>
          <Cell side="right" end>
            {line.waits ? <ClockText wait={line.waits} now={now} /> : '–'}
          </Cell>
          <Cell isWide end>
            {line.waits ? <span className="text-muted">{shortTime(line.waits.until, i18n.locale)}</span> : '–'}{' '}
            {line.waits?.is_overdue ? (
              <Badge tone="bad">
                <Trans>Overdue</Trans>
              </Badge>
            ) : null}
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

/** The party that must act, the reason, and the rail's message. */
function Why({ line }: { line: MovementLine }) {
  const { words, tone } = useTransactionStatus()(line.status, line)
  const action = useActionReason()
  const review = useReviewReason()
  const rail = useRailWords()
  const reason = line.review
    ? review(line.review.reason)
    : line.action
      ? action(line.action)
      : line.declined && rail.declined(line.declined)
  return (
    <>
      <span className="font-[550]">{reason ?? words}</span> {reason ? <Badge tone={tone}>{words}</Badge> : null}
      {line.appeal ? (
        <span className="block text-[13px] leading-tight wrap-anywhere">
          <Trans>The customer objects: “{line.appeal.text}”</Trans>
        </span>
      ) : null}
      {line.review?.detail ? <RailMessage message={line.review.detail} /> : null}
    </>
  )
}
