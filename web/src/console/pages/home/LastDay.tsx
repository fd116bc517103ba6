import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { shortMoneyText } from '../../../i18n/format'
import { Badge } from '../../../ui/Badge'
import { EmptyState } from '../../../ui/States'
import { pollMs } from '../../api/refresh'
import type { MovementLine, Page } from '../../api/queries'
import { countText, lastDayQuery } from '../../api/today'
import { Go } from '../../parts/Go'
import { Loaded } from '../../parts/Loaded'
import { useDisplayType } from '../../parts/movementWords'
import { RowsSkeleton } from '../../parts/RowsSkeleton'
import { useAgo } from '../../parts/useAgo'
import { useTransactionStatus } from '../../parts/transactionWords'
import { HomeCard } from './HomeCard'
import { HourBars } from './HourBars'
import { perHour } from './hours'

const SHOWN = 5

/** The transactions of the last 24 hours: how many, per hour, and the newest. */
export function LastDay({ now }: { now: number }) {
  const found = useQuery({ ...lastDayQuery, refetchInterval: pollMs, refetchOnWindowFocus: 'always' })
  return (
    <HomeCard title={<Trans>Last 24 hours</Trans>} to="/movements?age=day">
      <Loaded
        asked={found}
        skeleton={<RowsSkeleton count={5} />}
        empty={({ data }) =>
          data.length === 0 ? (
            <EmptyState art="exchange" title={<Trans>No transactions in the last 24 hours</Trans>}>
              <Trans>New ones appear here as soon as a customer orders.</Trans>
            </EmptyState>
          ) : null
        }
      >
        {(page) => <Day page={page} now={now} />}
      </Loaded>
    </HomeCard>
  )
}

function Day({ page, now }: { page: Page<MovementLine>; now: number }) {
  const { i18n } = useLingui()
  const count = countText(page.data.length, page.has_more, i18n.locale)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 py-3">
        <p>
          <span className="text-[28px] leading-tight font-[650] tracking-[-0.02em]">{count}</span>{' '}
          <span className="text-muted">
            <Trans>transactions</Trans>
          </span>
        </p>
        {/* A cut list would show its oldest hours as empty. */}
        {page.has_more ? null : (
          <HourBars
            counts={perHour(
              page.data.map((line) => line.created_at),
              now,
            )}
          />
        )}
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {page.data.slice(0, SHOWN).map((line) => (
          <Newest key={line.id} line={line} now={now} />
        ))}
      </ul>
    </>
  )
}

function Newest({ line, now }: { line: MovementLine; now: number }) {
  const { i18n } = useLingui()
  const display = useDisplayType()
  const { words, tone } = useTransactionStatus()(line.status, line)
  const agoText = useAgo()
  return (
    <li className="grid min-h-[49px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-1.5 desk:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="grid min-w-0">
        <Go to={`/movements/${line.id}`} className="font-mono text-[13px] font-semibold hover:text-brand">
          {line.reference}
        </Go>
        <span className="text-[13px] text-muted">
          {display(line.display_type)} · {agoText(line.created_at, now)}
        </span>
      </div>
      <span className="text-right tabular-nums">
        {shortMoneyText(line.from, i18n.locale)}
        {line.from.currency === line.to.currency ? null : (
          <span className="block text-[13px] text-muted">{shortMoneyText(line.to, i18n.locale)}</span>
        )}
      </span>
      <span className="desk:min-w-32 desk:text-right">
        <Badge tone={tone}>{words}</Badge>
      </span>
    </li>
  )
}
