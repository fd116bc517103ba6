import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

/** One balance in the order, and whether it may be spent. */
export type SpendingBalance = components['schemas']['SpendingBalance']

/** The balance that is spent first in front. */
export type SpendingOrder = readonly SpendingBalance[]

const PATH = '/api/client/v1/balances/spending'

/** The order as the server has it; lives under ['balances'], so that events make it old: a new balance joins it. */
export const spendingQuery = queryOptions({
  queryKey: ['balances', 'spending'],
  queryFn: async ({ signal }): Promise<SpendingOrder> => (await client.GET(PATH, { signal })).data.balances,
})

/** Sets the whole order; the answer is the order as the server reads it. */
export async function saveSpending(order: SpendingOrder): Promise<SpendingOrder> {
  return (await client.PUT(PATH, { body: { balances: [...order] } })).data.balances
}
