import { infiniteQueryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { CustomerLine, LogLine, Page } from './queries'

const LIMIT = 50

function paged<T>(key: string, path: string, query: Record<string, string | boolean | undefined>) {
  return infiniteQueryOptions({
    queryKey: [key, query],
    queryFn: ({ signal, pageParam }) =>
      ask<Page<T>>(path, { params: { query: { ...query, limit: LIMIT, cursor: pageParam } }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  })
}

export const customersQuery = (search: string, blocked: boolean | undefined) =>
  paged<CustomerLine>('customers', 'customers', { search: search || undefined, blocked })

export const logQuery = (filter: { action?: string | undefined; subject?: string | undefined }) =>
  paged<LogLine>('log', 'log', filter)
