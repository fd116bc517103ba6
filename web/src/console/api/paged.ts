import { infiniteQueryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { BankEntry } from './bank'
import { type MovementFilter, queryOf } from '../pages/movements/filter'
import type { CustomerLine, LogLine, MovementLine, Page } from './queries'
import type { Partner } from './partners'
import type { Referrer } from './referrals'

const LIMIT = 50

export function paged<T>(key: string, path: string, query: Record<string, string | boolean | undefined>) {
  return infiniteQueryOptions({
    queryKey: [key, query],
    queryFn: ({ signal, pageParam }) =>
      ask<Page<T>>(path, { params: { query: { limit: LIMIT, ...query, cursor: pageParam } }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  })
}

export const customersQuery = (search: string, blocked: boolean | undefined) =>
  paged<CustomerLine>('customers', 'customers', { search: search || undefined, blocked })

export const movementsQuery = (filter: MovementFilter) =>
  infiniteQueryOptions({
    queryKey: ['movements', filter],
    queryFn: ({ signal, pageParam }) =>
      ask<Page<MovementLine>>('movements', {
        params: { query: { ...queryOf(filter, Date.now()), limit: LIMIT, cursor: pageParam } },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  })

/** The largest page of the API, because the page of the work list filters and counts it itself. */
const WORK_LIMIT = '200'

export const workQuery = () => paged<MovementLine>('work', 'work', { limit: WORK_LIMIT })

export const bankEntriesQuery = paged<BankEntry>('bank-entries', 'bank/entries', {})

export const partnersQuery = paged<Partner>('partners', 'partners', {})

export const referrersQuery = paged<Referrer>('referrers', 'referrals', {})

export const logQuery = (filter: { action?: string | undefined; subject?: string | undefined }) =>
  paged<LogLine>('log', 'log', filter)
