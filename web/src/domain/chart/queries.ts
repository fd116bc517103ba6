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

/** A sparkline may be some minutes old. */
const SPARK_STALE_MS = 5 * 60_000

/** The price of the last 24 hours, for a sparkline. */
export const dayPriceQuery = (from: CurrencyCode, to: CurrencyCode) => ({
  ...priceHistoryQuery(from, to, '1D'),
  staleTime: SPARK_STALE_MS,
})
