import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { idempotency } from '../../api/ids'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']
export type Season = Schemas['FarmSeason']
export type Task = Schemas['FarmTask']
export type Streak = Schemas['FarmStreak']
export type Terms = Schemas['FarmExchangeTerms']
export type PointsLine = Schemas['PointsLine']
export type Exchanged = Schemas['ExchangedPoints']

/** What happens elsewhere in the app is counted when the page asks. */
const LOOK_MS = 15_000
const PAGE = 20

/** The open season with the customer's points. The request is the visit of its day. */
export const farmQuery = queryOptions({
  queryKey: ['farm'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/farm', { signal })).data,
  refetchInterval: LOOK_MS,
})

/** Lines of points, newest first, of the moment at which the customer has so many. */
export const pointsQuery = (points: number) =>
  infiniteQueryOptions({
    queryKey: ['farm', 'history', points],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }
      return (await client.GET('/api/client/v1/farm/history', { params: { query }, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })

/** Exchanges points into money. Idempotent: the same key exchanges once. */
export const exchangePoints = async (points: number, key: string): Promise<Exchanged> =>
  (
    await client.POST('/api/client/v1/farm/exchanges', {
      body: { points },
      params: { header: idempotency(key) },
    })
  ).data
