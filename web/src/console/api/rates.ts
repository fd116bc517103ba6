import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type RateBoard = Schemas['RateBoardInfo']
export type BoardRow = Schemas['BoardRowInfo']
export type QuotingPause = Schemas['QuotingPauseInfo']
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

type What = Schemas['QuotingBody']['currencies']

const asked =
  (path: 'pause' | 'resume') =>
  async (currencies: readonly string[], reason: string): Promise<Act> => {
    await ask<undefined>(`rates/${path}`, { method: 'POST', body: { currencies: currencies as What, reason } })
    return { state: 'done' }
  }

/** Pauses quotes of a pair, or of everything if no currency is named. */
export const pauseQuotes = asked('pause')

/** Resumes quotes of a pair, or of everything. */
export const resumeQuotes = asked('resume')
