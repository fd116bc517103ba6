import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/States'
import { pollMs } from '../../api/refresh'
import { type LogLine, newestLogQuery } from '../../api/queries'
import { useActionName } from '../../parts/actionNames'
import { Loaded } from '../../parts/Loaded'
import { useAgo } from '../../parts/useAgo'
import { RowsSkeleton } from '../../parts/RowsSkeleton'
import { HomeCard } from './HomeCard'

/** The latest lines of the audit log. */
export function Activity({ now }: { now: number }) {
  const found = useQuery({ ...newestLogQuery, refetchInterval: pollMs })
  return (
    <HomeCard title={<Trans>Latest activity</Trans>} to="/log">
      <Loaded
        asked={found}
        skeleton={<RowsSkeleton count={5} />}
        empty={({ data }) =>
          data.length === 0 ? <EmptyState art="activity" title={<Trans>Nothing has been done yet</Trans>} /> : null
        }
      >
        {({ data }) => (
          <ul className="divide-y divide-line">
            {data.map((line) => (
              <ActivityRow key={line.id} line={line} now={now} />
            ))}
          </ul>
        )}
      </Loaded>
    </HomeCard>
  )
}

function ActivityRow({ line, now }: { line: LogLine; now: number }) {
  const agoText = useAgo()
  const action = useActionName()
  return (
    <li className="flex min-h-[49px] items-center gap-3 py-1.5">
      <div className="grid min-w-0 flex-1">
        <span className="font-[550]">{action(line.action)}</span>
        <span className="truncate text-[13px] text-muted" title={line.operator}>
          {line.operator}
        </span>
      </div>
      <span className="shrink-0 text-[13px] text-muted">{agoText(line.at, now)}</span>
    </li>
  )
}
