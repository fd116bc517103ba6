import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { Range } from '../../ui/chart/ranges'
import type { Point } from '../../ui/chart/scale'
import { type Filters, isTurned, queryOf } from './filters'

const PAGE = 20

/**
 * The server scans a few thousand transactions per page, so a page can be empty. Requests up to this many pages before
 * showing an empty one.
 */
const EMPTY_PAGES = 5

/**
 * The movements of a balance, newest first, page by page. The key is below ['transactions'], so that events invalidate
 * it.
 */
export const movementsQuery = (balance: CurrencyCode, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['transactions', 'of-balance', balance, filters],
    enabled: !isTurned(filters),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const ask = async (cursor: string | undefined) => {
        const query = { balance, ...queryOf(filters), limit: PAGE, ...(cursor ? { cursor } : {}) }
        return (await client.GET('/api/client/v1/transactions', { params: { query }, signal })).data
      }
      let page = await ask(pageParam)
      for (let asked = 1; asked < EMPTY_PAGES && page.data.length === 0 && page.has_more; asked++) {
        page = await ask(page.next_cursor)
      }
      return page
    },
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })

/** The price of one unit of a currency in another over a range, oldest first. The last point is the current price. */
export const priceHistoryQuery = (from: CurrencyCode, to: CurrencyCode, range: Range) =>
  queryOptions({
    queryKey: ['prices', 'history', from, to, range],
    // The server records new prices every minute.
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { from, to, range }
      const { data } = await client.GET('/api/client/v1/rates/history', { params: { query }, signal })
      const points: Point[] = data.points.map(({ at, rate }) => ({ at, value: rate }))
      return { currency: data.to, points }
    },
  })
