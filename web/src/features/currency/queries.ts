import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { Range } from '../../ui/chart/ranges'
import type { Point } from '../../ui/chart/scale'
import { type Filters, isTurned, queryOf } from './filters'

const PAGE = 20

/** The server looks through some thousand transactions for a page: that many pages are asked for before one is shown empty. */
const EMPTY_PAGES = 5

/** What moves the balance of a currency, newest first, a page at a time; lives under ['transactions'], so that events make it old. */
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

/** What one unit of a currency cost in another over a range, oldest first; the last is the present price. */
export const priceHistoryQuery = (from: CurrencyCode, to: CurrencyCode, range: Range) =>
  queryOptions({
    queryKey: ['prices', 'history', from, to, range],
    // The server records new prices each minute.
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { from, to, range }
      const { data } = await client.GET('/api/client/v1/rates/history', { params: { query }, signal })
      const points: Point[] = data.points.map(({ at, rate }) => ({ at, value: rate }))
      return { currency: data.to, points }
    },
  })
