import { queryOptions, skipToken } from '@tanstack/react-query'
import { client } from '../api/client'
import type { Endpoint } from '../api/exchangeTypes'
import { outside } from './balance'

type Way = NonNullable<ReturnType<typeof outside>>

const VERDICT_FRESH_MS = 5 * 60_000

/** The server's validation of an address or IBAN, cached by its text. */
export const requisiteCheckQuery = (to: Endpoint | undefined, value: string, memo: string | undefined) => {
  const way = to && outside(to)
  return queryOptions({
    queryKey: ['requisite', to?.currency ?? '', to?.payway ?? '', value, memo ?? null],
    queryFn: way && value !== '' ? ({ signal }) => validate(way, value, memo, signal) : skipToken,
    staleTime: VERDICT_FRESH_MS,
    retry: false,
  })
}

async function validate(to: Way, value: string, memo: string | undefined, signal: AbortSignal) {
  const body = { currency: to.currency, payway: to.payway, value, ...(memo === undefined ? {} : { memo }) }
  const { data } = await client.POST('/api/client/v1/requisites/validate', { body, signal })
  return data
}
