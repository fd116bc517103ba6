import { queryOptions } from '@tanstack/react-query'
import { addressOf, type MovementFilter, queryOf } from '../pages/movements/filter'
import { ask } from './ask'
import type { MovementLine, Page } from './queries'

/** The maximum page size of the API. A longer list is counted as "200+". */
const LIMIT = 200
const DAY_MS = 86_400_000

type Query = Record<string, string | number | undefined>

const first = (key: readonly string[], path: string, query: () => Query = () => ({})) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => ask<Page<MovementLine>>(path, { params: { query: { ...query(), limit: LIMIT } }, signal }),
  })

/** What waits for a customer or an operator, oldest first. */
export const todaysWorkQuery = first(['work', 'today'], 'work')

/** Orders in progress, among them the payouts that are on their way. */
export const inProgressQuery = first(['movements', 'in-progress'], 'movements', () => ({ status: 'PROCESSING' }))

/** The transactions of the last 24 hours, newest first. */
export const lastDayQuery = first(['movements', 'day'], 'movements', () => ({
  from: new Date(Date.now() - DAY_MS).toISOString(),
}))

/** The newest transactions of a view, for its count. */
export const viewCountQuery = (filter: MovementFilter) =>
  first(['movements', 'view', addressOf(filter).toString()], 'movements', () => queryOf(filter, Date.now()))

/** "12", or "200+" if the list goes on. */
export const countText = (count: number, hasMore: boolean, locale: string): string =>
  `${new Intl.NumberFormat(locale).format(count)}${hasMore ? '+' : ''}`
