import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode } from '../../api/exchangeTypes'
import type { Range } from '../../ui/chart/ranges'
import type { Point } from '../../ui/chart/scale'

/** The value of all balances, or of one, in the main currency over a range. The key starts with 'balances', so that balance events invalidate it. */
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
