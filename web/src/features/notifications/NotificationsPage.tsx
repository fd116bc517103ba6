import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { Loaded } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { EmptyState } from '../../ui/States'
import { NotificationRow } from './NotificationRow'
import { type Filter, markAllRead, markRead, type Notification, notificationsQuery, type Topic } from './queries'
import { unreadQuery } from './unread'
import { TOPICS, useTopicWords } from './words'

type NotificationsPageProps = {
  /** The link back to the profile. */
  back: ReactNode
  /** Wraps a row in the link to what it is about. `onOpen` runs when it is followed. */
  link: (notification: Notification, row: ReactNode, onOpen: () => void) => ReactNode
  /** Links to the settings and to price alerts. */
  side: ReactNode
}

/** /notifications: what the person was told, newest first. */
export default function NotificationsPage({ back, link, side }: NotificationsPageProps) {
  const [filter, setFilter] = useState<Filter>({ unread: false })
  return (
    <Page title={<Trans>Notifications</Trans>} back={back}>
      <Columns side={side}>
        <Card tight>
          <Filters filter={filter} onChange={setFilter} />
          <List filter={filter} link={link} />
        </Card>
      </Columns>
    </Page>
  )
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const chosen = filter.unread ? 'unread' : 'all'
  const { t } = useLingui()
  const words = useTopicWords()
  return (
    <div className="grid gap-3 pt-2 pb-4 desk:grid-cols-2 desk:items-start">
      <Segmented
        label={t`Which notifications`}
        value={chosen}
        options={[
          { value: 'all', label: <Trans context="notifications">All</Trans> },
          { value: 'unread', label: <Trans context="notifications">Unread</Trans> },
        ]}
        onChange={(which) => onChange({ ...filter, unread: which === 'unread' })}
      />
      <Select
        label={<Trans>Topic</Trans>}
        value={filter.topic ?? ''}
        onChange={(topic) => onChange({ ...filter, topic: topic === '' ? undefined : (topic as Topic) })}
      >
        <option value="">{t`All topics`}</option>
        {TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {words[topic].name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function List({ filter, link }: { filter: Filter; link: NotificationsPageProps['link'] }) {
  const queries = useQueryClient()
  const list = useInfiniteQuery(notificationsQuery(filter))
  const rows = list.data?.pages.flatMap((page) => page.data)
  const { busy, problem, run } = useChange(errorText, () => queries.invalidateQueries({ queryKey: ['notifications'] }))
  return (
    <>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Loaded asked={{ data: rows, error: list.error, refetch: list.refetch }} rows={6}>
        {(all) =>
          all.length === 0 ? (
            <Nothing filter={filter} />
          ) : (
            <>
              <MarkAll newest={all[0]} busy={busy === 'all'} onMark={(id) => run('all', () => markAllRead(id))} />
              <ul className="grid divide-y divide-line/60">
                {all.map((each) => (
                  <NotificationRow
                    key={each.id}
                    notification={each}
                    link={(row) =>
                      link(each, row, () => each.is_read || void markRead(each.id, true).catch(() => undefined))
                    }
                    onMark={() => run(each.id, () => markRead(each.id, !each.is_read))}
                  />
                ))}
              </ul>
            </>
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
    </>
  )
}

type MarkAllProps = { newest: Notification | undefined; busy: boolean; onMark: (newest: string) => void }

function MarkAll({ newest, busy, onMark }: MarkAllProps) {
  const unread = useQuery(unreadQuery).data?.unread
  if (!newest || !unread) return null
  return (
    <div className="flex justify-end">
      <Button variant="text" busy={busy} onClick={() => onMark(newest.id)}>
        <Trans>Mark all as read</Trans>
      </Button>
    </div>
  )
}

function Nothing({ filter }: { filter: Filter }) {
  if (filter.unread || filter.topic)
    return (
      <EmptyState art="activity" title={<Trans>Nothing here</Trans>}>
        <Trans>No notification fits these filters.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState art="activity" title={<Trans>No notifications yet</Trans>}>
      <Trans>Changes of your orders, money that arrives and new sign-ins appear here.</Trans>
    </EmptyState>
  )
}
