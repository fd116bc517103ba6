import { client } from '../../../api/client'

/** The code that an order was paid out by. It is a secret: the answer is in no cache. */
export async function showPayoutCode(id: string) {
  return (await client.POST('/api/client/v1/transactions/{id}/payout-code', { params: { path: { id } } })).data
}
