import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { components } from '../../api/schema.gen'
import { endOf, startOf } from '../../domain/days'
import type { Period } from './period'

export type StatementLine = components['schemas']['StatementLine']

const PAGE = 50
const SEARCH_MIN = 2

/**
 * The server scans a few thousand lines per page, so a page can be empty. Requests up to this many pages before showing
 * an empty one.
 */
const EMPTY_PAGES = 5

/** The statement, newest first, page by page. The key is below ['balances'], so that events invalidate it. */
export const statementQuery = (currency: CurrencyCode, { from, to }: Period, search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['balances', 'statement', currency, from, to, search ?? ''],
    enabled: from <= to,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const text = search?.trim() ?? ''
      const period = { from: startOf(from), to: endOf(to), ...(text.length >= SEARCH_MIN ? { search: text } : {}) }
      const ask = async (cursor: string | undefined) => {
        const query = { ...period, limit: PAGE, ...(cursor ? { cursor } : {}) }
        const params = { path: { currency }, query }
        return (await client.GET('/api/client/v1/balances/{currency}/statement', { params, signal })).data
      }
      let page = await ask(pageParam)
      for (let asked = 1; asked < EMPTY_PAGES && page.data.length === 0 && page.has_more; asked++) {
        page = await ask(page.next_cursor)
      }
      return page
    },
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
