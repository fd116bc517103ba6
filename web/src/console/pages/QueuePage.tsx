import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge'
import { pollMs } from '../api/refresh'
import { type Waiting, waitingQuery } from '../api/queries'
import { ClockText } from '../parts/ClockText'
import { Go } from '../parts/Go'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { useNow } from '../parts/useNow'
import { useVerificationWords } from '../parts/verificationWords'
import { shortTime } from '../parts/when'
import { verificationWait } from './home/today'

/** The verification queue, oldest first. */
export function QueuePage() {
  const waiting = useQuery({ ...waitingQuery, refetchInterval: pollMs, refetchOnWindowFocus: 'always' })
  return (
    <>
      <PageHead title={<Trans>Verification</Trans>} />
      <Loaded asked={waiting} empty={({ data }) => (data.length === 0 ? <NoOne /> : null)}>
        {({ data }) => <Queue waiting={data} />}
      </Loaded>
    </>
  )
}

function NoOne() {
  return (
    <EmptyCard art="shield" title={<Trans>No one is waiting</Trans>}>
      <Trans>Documents that a customer submits appear here, the oldest first. They are decided within a day.</Trans>
    </EmptyCard>
  )
}

function Queue({ waiting }: { waiting: readonly Waiting[] }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const words = useVerificationWords()
  const columns = [
    { name: t`Customer` },
    { name: t`What` },
    { name: t`State` },
    { name: t`Waiting`, end: true },
    { name: t`Submitted`, end: true },
  ]
  return (
    <Sheet label={t`Verification`} columns={columns}>
      {waiting.map((one) => {
        const { words: status, tone } = words.status(one.status)
        return (
          <Row key={one.customer_id + one.kind}>
            <Cell side="left">
              <Go to={`/customers/${one.customer_id}`} className={`font-[580] ${ROW_LINK}`}>
                {one.email}
              </Go>
            </Cell>
            <Cell side="left">
              {words.kind(one.kind)}
              {one.attempt > 1 ? (
                <span className="block text-[12px] leading-tight text-muted">
                  <Trans>Attempt {one.attempt}</Trans>
                </span>
              ) : null}
            </Cell>
            <Cell side="left">
              <Badge tone={tone}>{status}</Badge>{' '}
              {one.is_overdue ? (
                <Badge tone="bad">
                  <Trans>More than a day</Trans>
                </Badge>
              ) : null}
            </Cell>
            <Cell side="right" end>
              <ClockText wait={verificationWait(one)} now={now} />
            </Cell>
            <Cell side="right" end>
              <span className="text-muted">{shortTime(one.submitted_at, i18n.locale)}</span>
            </Cell>
          </Row>
        )
      })}
    </Sheet>
  )
}
