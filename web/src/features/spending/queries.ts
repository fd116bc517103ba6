import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

/** One balance in the order, and whether it may be spent. */
export type SpendingBalance = components['schemas']['SpendingBalance']

/** The balances in order; the first is spent first. */
export type SpendingOrder = readonly SpendingBalance[]

const PATH = '/api/client/v1/balances/spending'

/** The stored order. The key starts with 'balances', so that balance events invalidate it: a new balance joins the order. */
export const spendingQuery = queryOptions({
  queryKey: ['balances', 'spending'],
  queryFn: async ({ signal }): Promise<SpendingOrder> => (await client.GET(PATH, { signal })).data.balances,
})

/** Replaces the whole order. Returns the stored order. */
export async function saveSpending(order: SpendingOrder): Promise<SpendingOrder> {
  return (await client.PUT(PATH, { body: { balances: [...order] } })).data.balances
}
