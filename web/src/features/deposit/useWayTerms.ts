import { useQueries, useQuery } from '@tanstack/react-query'
import type { CurrencyCode, Line, PaywayCode, PaywayInfo } from '../../api/exchangeTypes'
import { depositFeeQuery, depositWaysQuery } from './queries'
import { feeLines } from './terms'

export type WayTerms = {
  /** The minimum amount. `undefined` while it is unknown. */
  least: string | undefined
  /** The fees that are not zero. `undefined` while they are unknown. */
  fees: readonly Line[] | undefined
  isClosed: boolean
}

/** What a deposit by each way costs, and its minimum. */
export function useWayTerms(currency: CurrencyCode, ways: readonly PaywayInfo[]): Map<PaywayCode, WayTerms> {
  const directions = useQuery(depositWaysQuery(currency)).data
  const known = ways.map(({ code }) => ({ code, way: directions?.find(({ from_payway }) => from_payway === code) }))
  const quotes = useQueries({
    queries: known.map(({ code, way }) => depositFeeQuery(currency, code, way?.available ? way.min_from : undefined)),
  })
  return new Map(
    known.map(({ code, way }, at) => {
      const lines = quotes[at]?.data?.lines
      const least = way?.available ? way.min_from : undefined
      return [code, { least, fees: lines && feeLines(lines), isClosed: way?.available === false }] as const
    }),
  )
}
