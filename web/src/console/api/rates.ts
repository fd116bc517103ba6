import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type RateBoard = Schemas['RateBoardInfo']
export type BoardRow = Schemas['BoardRowInfo']
export type SourceQuote = Schemas['SourceQuoteInfo']

/** Prices are read every eight seconds. */
const BOARD_MS = 5_000

/** What the tenant quotes, and why not. It is polled while the page is open. */
export const rateBoardQuery = queryOptions({
  queryKey: ['rate-board'],
  queryFn: ({ signal }) => ask<RateBoard>('rates', { signal }),
  refetchInterval: BOARD_MS,
  refetchOnWindowFocus: 'always' as const,
})
