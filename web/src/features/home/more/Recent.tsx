import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../../domain/QueryCard'
import { recentQuery, type Transaction } from '../../../domain/queries'
import { STATUSES } from '../../../domain/running'
import { Card } from '../../../ui/Card'

type RecentProps = { row: (transaction: Transaction) => ReactNode; seeAll: ReactNode }

/** The latest finished transactions, on a desktop in two columns. Hidden if there are none. */
export default function Recent({ row, seeAll }: RecentProps) {
  const recent = useQuery({ ...recentQuery, select: finished })
  if (recent.data?.length === 0 && !recent.isError) return null
  return (
    <Card tight title={<Trans>Recent activity</Trans>} aside={recent.data ? seeAll : undefined}>
      <Loaded asked={recent} rows={2}>
        {(all) => (
          <ul className="gap-x-10 desk:grid desk:grid-cols-2">
            {all.map((each) => (
              <li key={each.id} className="border-line not-first:border-t desk:nth-2:border-t-0 desk:only:col-span-2">
                {row(each)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const SHOWN = 4

/** Running transactions stand above. */
const finished = (recent: Transaction[]) => recent.filter(({ status }) => !STATUSES.includes(status)).slice(0, SHOWN)
