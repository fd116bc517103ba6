import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

export type Overview = components['schemas']['MerchantOverview']

/** The periods of the overview, in days of the merchant's calendar. Each ends with today. */
export const SPANS = { today: 1, week: 7, month: 30 } as const
export type Span = keyof typeof SPANS

/** The start of the first day of a period and the end of today. */
export function periodOf(span: Span, now: Date): { from: string; to: string } {
  const day = (offset: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).toISOString()
  return { from: day(1 - SPANS[span]), to: day(1) }
}

/** What was taken, settled, paid in fees and refunded in a period, and what waits now. */
export const overviewQuery = (span: Span) =>
  queryOptions({
    queryKey: ['merchant-payments', 'overview', span],
    queryFn: async ({ signal }) => {
      const query = periodOf(span, new Date())
      return (await client.GET('/api/client/v1/merchant/overview', { params: { query }, signal })).data
    },
    refetchInterval: 30_000,
  })
