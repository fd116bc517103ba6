import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode } from '../../api/exchangeTypes'
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
