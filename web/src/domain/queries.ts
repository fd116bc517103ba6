import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../api/client'
import type { components } from '../api/schema.gen'
import { forgetIdle, isIdleHere } from '../host/visitor'
import { RUNNING } from './running'

export type Transaction = components['schemas']['Transaction']

/** The catalogue: currencies with their payways, the payways' names and pauses. Depends on the tenant's settings. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const [currencies, payways] = await Promise.all([
      client.GET('/api/client/v1/currencies', { signal }),
      client.GET('/api/client/v1/payways', { signal }),
    ])
    return { currencies: currencies.data.data, payways: payways.data.data }
  },
})

/** The balances. The key is below ['balances'], so that events invalidate it. */
export const balancesQuery = queryOptions({
  queryKey: ['balances'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/balances', { signal })).data,
})

const SHOWN_RECENT = 5

/** The latest transactions, finished or not. */
export const recentQuery = queryOptions({
  queryKey: ['transactions', 'recent'],
  queryFn: async ({ signal }) => {
    const query = { limit: SHOWN_RECENT }
    return (await client.GET('/api/client/v1/transactions', { params: { query }, signal })).data.data
  },
})

/** The latest completed orders. */
export const finishedQuery = queryOptions({
  queryKey: ['transactions', 'finished'],
  queryFn: async ({ signal }) => {
    const query = { status: ['DONE' as const], limit: 50 }
    return (await client.GET('/api/client/v1/transactions', { params: { query }, signal })).data.data
  },
})

const PAGE = 20

/** The latest unfinished transactions. */
export const runningQuery = queryOptions({
  queryKey: ['transactions', 'running'],
  // The server's hint at page load is shown until the first response, then never again.
  placeholderData: (): Transaction[] | undefined => (isIdleHere() ? [] : undefined),
  queryFn: async ({ signal }) => {
    const answer = await client.GET('/api/client/v1/transactions', { params: { query: RUNNING }, signal })
    forgetIdle()
    return answer.data.data
  },
})

/** All transactions, newest first, page by page. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ['transactions', 'all'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) => {
    const query = { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }
    return (await client.GET('/api/client/v1/transactions', { params: { query }, signal })).data
  },
  getNextPageParam: (page) => (page.has_more ? (page.next_cursor ?? undefined) : undefined),
})
