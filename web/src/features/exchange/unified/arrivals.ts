import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { client } from '../../../api/client'
import type { CurrencyCode, Endpoint } from '../../../api/exchangeTypes'
import type { components } from '../../../api/schema.gen'
import { BALANCE } from '../../../domain/balance'
import type { Catalogue } from '../../../domain/catalogue'
import { type OnBalances, type Option, type Row, rows } from '../pickers/options'
import { RATE_REFRESH_MS } from '../refresh'

/** All that may arrive: payouts, and money on the balances themselves. The server finds what pays. */
export function arrivalOptions(catalogue: Catalogue, balances: OnBalances): Option[] {
  // Codes such as BLIK only bring money in.
  const payouts = rows(catalogue, 'WITHDRAW', 'to', balances).filter((row) => row.kind !== 'code')
  const named = (row: Row) => ({ ...row, paywayName: catalogue.balance ?? BALANCE })
  return [...rows(catalogue, 'CONVERT', 'to', { ...balances, held: undefined }).map(named), ...payouts].map((row) => ({
    ...row,
    available: true,
    reason: undefined,
  }))
}

/** A balance or a payway that can pay for it, with its price. */
export type Route = components['schemas']['Route']

/** The key of a route in the list. */
export const routeKey = ({ quote }: Route) => `${quote.from_payway}:${quote.from_currency}`

/** What should arrive. */
export type Wanted = { currency: CurrencyCode; payway: Endpoint['payway']; amount: string }

/** What can pay for what should arrive, best first. The prices are indicative. */
export const routesQuery = (wanted: Wanted | undefined) =>
  queryOptions({
    queryKey: ['routes', wanted ?? null],
    queryFn: wanted ? ({ signal }) => findRoutes(wanted, signal) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: RATE_REFRESH_MS,
    gcTime: 60_000,
    refetchInterval: RATE_REFRESH_MS,
    retry: false,
  })

async function findRoutes({ currency, payway, amount }: Wanted, signal: AbortSignal) {
  const query = { to_currency: currency, to_payway: payway, to_amount: amount }
  const { data } = await client.GET('/api/client/v1/routes', { params: { query }, signal })
  return data.routes
}
