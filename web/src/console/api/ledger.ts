import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { List } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type LedgerAccount = Schemas['LedgerAccount']
export type LedgerPosting = Schemas['LedgerAccountPage']['data'][number]
type AccountPage = Schemas['LedgerAccountPage']

const ACCOUNTS_MS = 15_000
const LIMIT = 50

/** The platform's accounts. They are polled while the page is open. */
export const ledgerQuery = queryOptions({
  queryKey: ['ledger'],
  queryFn: ({ signal }) => ask<List<LedgerAccount>>('ledger', { signal }),
  refetchInterval: ACCOUNTS_MS,
  refetchOnWindowFocus: 'always' as const,
})

/** One account with its postings, newest first. */
export const accountQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['ledger', id],
    queryFn: ({ signal, pageParam }) =>
      ask<AccountPage>('ledger/{id}', { params: { path: { id }, query: { limit: LIMIT, cursor: pageParam } }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  })
