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
import { outside } from '../../flow/balance'
import type { StoredQuote } from './draft'
import { RATE_REFRESH_MS } from './refresh'

/** The side of an exchange as the server is asked; a movement of a balance has none. */
export function sideOf(kind: MovementKind): { side?: Side } {
  return kind === 'BUY' || kind === 'SELL' || kind === 'SWAP' ? { side: kind } : {}
}

/** What one currency can be exchanged for on a side, with limits and reasons. */
export const directionsQuery = (kind: MovementKind, from: CurrencyCode) =>
  queryOptions({
    queryKey: ['directions', kind, from],
    // The list stays in place while the directions of another currency are fetched.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Limits follow the rates: they are shown with room for what moves in this time.
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const { data } = await client.GET('/api/client/v1/directions', {
        params: { query: { ...sideOf(kind), from } },
        signal,
      })
      return data.data
    },
  })

/** The running price: asked again every eight seconds while somebody looks. */
export const quoteQuery = (request: QuoteRequest | undefined) =>
  queryOptions({
    queryKey: ['quote', 'indicative', request ?? null],
    queryFn: request ? ({ signal }) => makeQuote(request, signal) : skipToken,
    // The last figures of the same pair stay while the next are on their way.
    placeholderData: keepPreviousData,
    staleTime: RATE_REFRESH_MS,
    gcTime: 60_000,
    refetchInterval: RATE_REFRESH_MS,
    retry: false,
  })

/** A promise for one order. It is renewed by its own clock, never by a focus or a mount. */
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

/** Within the quarter of an hour for which the server takes an answer. */
const PAYEE_FRESH_MS = 10 * 60_000

/** What the payee's bank says of a bank account and a name; the same question is asked once. */
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

/** Exchanges a card for a token; the number is not kept anywhere here. */
export async function tokenizeCard(body: {
  number: string
  expiry_month: number
  expiry_year: number
  holder: string
}) {
  const { data } = await client.POST('/api/client/v1/requisites/card', { body })
  return data
}

/** Makes the order. The same key with the same body gives the same order, however often it is sent. */
export async function createOrder(body: { quote_id: string; requisite?: RequisiteInput }, key: string) {
  const { data } = await client.POST('/api/client/v1/orders', {
    body,
    params: { header: { 'Idempotency-Key': key } },
  })
  return data
}
