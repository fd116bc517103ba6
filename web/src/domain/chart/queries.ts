import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { Range } from '../../ui/chart/ranges'
import type { Point } from '../../ui/chart/scale'

/** What all balances, or one of them, were worth in the main currency over a range; lives under ['balances'], so that events make it old. */
export const valueHistoryQuery = (range: Range, currency?: CurrencyCode) =>
  queryOptions({
    queryKey: ['balances', 'history', range, currency],
    // The server records new prices each minute.
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { range, ...(currency ? { currency } : {}) }
      const { data } = await client.GET('/api/client/v1/balances/history', { params: { query }, signal })
      const points: Point[] = data.points
      return { currency: data.currency, points }
    },
  })
