import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { activityQuery, type Transaction } from '../../flow/queries'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { StaleNote } from '../../ui/StaleNote'
import { EmptyState, ErrorState } from '../../ui/States'

type ActivityProps = { row: (transaction: Transaction) => ReactNode; startExchange: ReactNode }

/** Everything that has happened, newest first. */
export function Activity({ row, startExchange }: ActivityProps) {
  const list = useInfiniteQuery(activityQuery)
  const rows = list.data?.pages.flatMap((page) => page.data)
  return (
    <Page title={<Trans>Activity</Trans>} narrow>
      <Card tight>
        {list.isPending ? <SkeletonRows count={6} /> : null}
        {list.isError && !rows ? (
          <ErrorState onRetry={() => void list.refetch()}>{errorText(list.error)}</ErrorState>
        ) : null}
        {list.isError && rows ? <StaleNote onRetry={() => void list.refetch()} /> : null}
        {rows?.length === 0 ? (
          <EmptyState
            icon={<Clock size={24} aria-hidden="true" />}
            title={<Trans>No activity yet</Trans>}
            action={startExchange}
          >
            <Trans>Your exchanges appear here, with their state and every amount.</Trans>
          </EmptyState>
        ) : null}
        <ul className="divide-y divide-line">
          {rows?.map((each) => (
            <li key={each.id}>{row(each)}</li>
          ))}
        </ul>
        {list.hasNextPage ? (
          <div className="py-4">
            <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        ) : null}
      </Card>
    </Page>
  )
}
