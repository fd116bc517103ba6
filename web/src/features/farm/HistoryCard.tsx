import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { moneyText } from '../../domain/money'
import { Loaded } from '../../domain/QueryCard'
import { dayText, timeText } from '../../i18n/format'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { type PointsLine, pointsQuery } from './queries'

/** Where points came from and went, newest first. It is asked again when `points` change. */
export function HistoryCard({ points }: { points: number }) {
  const list = useInfiniteQuery(pointsQuery(points))
  const rows = list.data?.pages.flatMap((page) => page.data)
  return (
    <Card tight title={<Trans>History</Trans>}>
      <Loaded asked={{ data: rows, error: list.error, refetch: list.refetch }} rows={3}>
        {(all) =>
          all.length === 0 ? (
            <p className="pb-3 text-muted">
              <Trans>Your points appear here.</Trans>
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {all.map((line) => (
                <HistoryRow key={line.id} line={line} />
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
  )
}

function HistoryRow({ line }: { line: PointsLine }) {
  const { i18n } = useLingui()
  const when = `${dayText(line.at, i18n.locale, new Date())}, ${timeText(line.at, i18n.locale)}`
  const isPlus = line.points > 0
  const points = i18n.number(Math.abs(line.points))
  return (
    <li className="flex items-center justify-between gap-3 py-2.5">
      <span className="grid min-w-0 gap-0.5">
        <span className="t-row wrap-anywhere">
          <What line={line} />
        </span>
        <span className="t-cap text-muted">{when}</span>
      </span>
      <span className={`shrink-0 font-semibold tabular-nums ${isPlus ? 'text-ok' : ''}`}>
        {isPlus ? '+' : '−'}
        {points}
      </span>
    </li>
  )
}

function What({ line }: { line: PointsLine }): ReactNode {
  const { i18n } = useLingui()
  const amount = line.amount ? moneyText(line.amount, i18n.locale) : ''
  switch (line.kind) {
    case 'visit':
      return <Trans>Visit of this page</Trans>
    case 'streak':
      return <Trans>Streak of days</Trans>
    case 'deposit':
      return <Trans>Money added</Trans>
    case 'exchange':
      return <Trans>Exchange of currencies</Trans>
    case 'transfer':
      return <Trans>Transfer to a customer</Trans>
    case 'second_factor':
      return <Trans>Second factor</Trans>
    case 'identity':
      return <Trans>Identity verified</Trans>
    case 'friend':
      return <Trans>Friend’s first order</Trans>
    default:
      return <Trans>Exchanged into {amount}</Trans>
  }
}
