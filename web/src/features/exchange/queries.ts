import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { client } from '../../api/client'
import type {
  CurrencyCode,
  Endpoint,
  MovementKind,
  Quote,
  QuoteRequest,
  RequisiteInput,
  Side,
} from '../../api/exchangeTypes'
import { outside } from '../../domain/balance'
import type { StoredQuote } from './draft'
import { RATE_REFRESH_MS } from './refresh'

/** The API's side of an exchange. A balance movement has none. */
export function sideOf(kind: MovementKind): { side?: Side } {
  return kind === 'BUY' || kind === 'SELL' || kind === 'SWAP' ? { side: kind } : {}
}

/** The directions of one currency on a side, with limits and reasons. */
export const directionsQuery = (kind: MovementKind, from: CurrencyCode) =>
  queryOptions({
    queryKey: ['directions', kind, from],
    // The list stays in place while the directions of another currency load.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Limits follow the rates. The server shows them with a margin for rate changes within this interval.
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const { data } = await client.GET('/api/client/v1/directions', {
        params: { query: { ...sideOf(kind), from } },
        signal,
      })
      return data.data
    },
  })

/** The indicative quote, refetched every eight seconds while the page is visible. */
export const quoteQuery = (request: QuoteRequest | undefined) =>
  queryOptions({
    queryKey: ['quote', 'indicative', request ?? null],
    queryFn: request ? ({ signal }) => makeQuote(request, signal) : skipToken,
    // The last figures stay visible while the next ones load.
    placeholderData: keepPreviousData,
    staleTime: RATE_REFRESH_MS,
    gcTime: 60_000,
    refetchInterval: RATE_REFRESH_MS,
    retry: false,
  })

/** An indicative quote for the fee of one way, which changes slowly. Another amount asks again. */
export const feeQuery = (request: QuoteRequest | undefined) =>
  queryOptions({
    queryKey: ['quote', 'fee', request ?? null],
    queryFn: request ? ({ signal }) => makeQuote(request, signal) : skipToken,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })

/** The firm quote of one order. Its own expiry renews it, never a focus or a mount. */
export const firmQuoteQuery = (request: QuoteRequest | undefined, stored: StoredQuote | undefined) =>
  queryOptions({
    queryKey: ['quote', 'firm', request ?? null],
    queryFn: request ? ({ signal }) => makeQuote(request, signal) : skipToken,
    ...(stored ? { initialData: stored.quote, initialDataUpdatedAt: stored.at } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

async function makeQuote(request: QuoteRequest, signal: AbortSignal): Promise<Quote> {
  const { data } = await client.POST('/api/client/v1/quotes', { body: request, signal })
  return data
}

/** Below the quarter of an hour for which the server accepts a payee check. */
const PAYEE_FRESH_MS = 10 * 60_000

/** The payee check for a bank account and a name. Cached, so that the same check is sent once. */
export const payeeQuery = (to: Endpoint | undefined, account: { value: string; full_name: string } | undefined) => {
  const way = to && outside(to)
  return queryOptions({
    queryKey: ['payee', to?.currency ?? '', to?.payway ?? '', account?.value ?? '', account?.full_name ?? ''],
    queryFn: way && account ? ({ signal }) => verifyPayee(way, account, signal) : skipToken,
    staleTime: PAYEE_FRESH_MS,
    gcTime: PAYEE_FRESH_MS,
    refetchOnWindowFocus: false,
    retry: false,
  })
}

type Way = NonNullable<ReturnType<typeof outside>>

async function verifyPayee(to: Way, account: { value: string; full_name: string }, signal: AbortSignal) {
  const body = { currency: to.currency, payway: to.payway, value: account.value, full_name: account.full_name }
  const { data } = await client.POST('/api/client/v1/requisites/payee', { body, signal })
  return data
}

/** Exchanges a card for a token. The client does not store the number. */
export async function tokenizeCard(body: {
  number: string
  expiry_month: number
  expiry_year: number
  holder: string
}) {
  const { data } = await client.POST('/api/client/v1/requisites/card', { body })
  return data
}

/** Creates the order. Idempotent: the same key and body return the same order. */
export async function createOrder(
  body: {
    quote_id: string
    preset_id?: string
    requisite?: RequisiteInput
    refund_to?: { value: string; memo?: string }
  },
  key: string,
) {
  const { data } = await client.POST('/api/client/v1/orders', {
    body,
    params: { header: { 'Idempotency-Key': key } },
  })
  return data
}
