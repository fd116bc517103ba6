import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { activityQuery, type Transaction } from '../../domain/queries'
import { Loaded } from '../../domain/QueryCard'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'

type ActivityProps = { row: (transaction: Transaction) => ReactNode; startExchange: ReactNode }

/** All transactions, newest first. */
export function Activity({ row, startExchange }: ActivityProps) {
  const list = useInfiniteQuery(activityQuery)
  const rows = list.data?.pages.flatMap((page) => page.data)
  return (
    <Page title={<Trans>Activity</Trans>}>
      <Card tight>
        <Loaded asked={{ data: rows, error: list.error, refetch: list.refetch }} rows={6}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState art="activity" title={<Trans>No activity yet</Trans>} action={startExchange}>
                <Trans>Your exchanges appear here, with their state and every amount.</Trans>
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {all.map((each) => (
                  <li key={each.id}>{row(each)}</li>
                ))}
              </ul>
            )
          }
        </Loaded>
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
