import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '../../ui/Skeleton'
import { StaleNote } from '../../ui/StaleNote'
import { EmptyState } from '../../ui/States'
import type { Me } from '../api/queries'
import { PageHead } from '../parts/PageHead'
import { useNow } from '../parts/useNow'
import { reads } from '../reach'
import { Activity } from './home/Activity'
import { AlertStrip } from './home/AlertStrip'
import { alertsOf } from './home/alerts'
import { KpiCard } from './home/KpiCard'
import { kpisOf } from './home/kpis'
import { LastDay } from './home/LastDay'
import { NextUp } from './home/NextUp'
import { ToApprove } from './home/ToApprove'
import { useToday } from './home/useToday'

/** The overview of the operator's day: alerts, what waits against its target, and the latest activity. */
export function HomePage({ me }: { me: Me }) {
  const { t } = useLingui()
  const now = useNow()
  const { today, isLoading, error, refetch } = useToday(me)
  const queues = reads(me, '/work') || reads(me, '/verification')
  return (
    <>
      <PageHead title={<Trans>Overview</Trans>} />
      {error ? <StaleNote onRetry={() => void refetch()} /> : null}
      <AlertStrip alerts={alertsOf(today, now)} now={now} />
      <ul aria-label={t`Today`} aria-busy={isLoading} className="grid grid-cols-2 gap-3 desk:grid-cols-4">
        {isLoading
          ? [0, 1, 2, 3].map((place) => <KpiSkeleton key={place} />)
          : kpisOf(today, me, now).map((kpi) => <KpiCard key={kpi.kind} kpi={kpi} now={now} />)}
      </ul>
      <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="grid gap-3 max-desk:contents">
          {queues && !isLoading ? <NextUp today={today} now={now} /> : null}
          {reads(me, '/movements') ? (
            <div className="max-desk:order-1">
              <LastDay now={now} />
            </div>
          ) : null}
        </div>
        <div className="grid gap-3 max-desk:contents">
          <ToApprove me={me} now={now} />
          {reads(me, '/log') ? (
            <div className="max-desk:order-2">
              <Activity now={now} />
            </div>
          ) : null}
        </div>
      </div>
      {queues || reads(me, '/log') ? null : <NoWork />}
    </>
  )
}

function KpiSkeleton() {
  return (
    <li className="grid gap-2.5 rounded-card bg-surface px-4 py-3.5 shadow-(--e1)">
      <Skeleton className="h-4 w-24 max-w-full" />
      <Skeleton className="h-7 w-10" />
      <Skeleton className="h-3 w-32 max-w-full" />
    </li>
  )
}

/** For a role without a queue. Such roles are no longer assigned. */
function NoWork() {
  return (
    <EmptyState art="lock" title={<Trans>Your role has no page here yet</Trans>}>
      <Trans>Ask an administrator for another role.</Trans>
    </EmptyState>
  )
}
