import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

export type PaymentClaimInfo = components['schemas']['PaymentClaimInfo']

/** Claims coins that were sent for the order without its memo. */
export async function claimPayment(id: string, hash: string, key: string): Promise<PaymentClaimInfo> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } }
  const body = { transaction_hash: hash }
  return (await client.POST('/api/client/v1/transactions/{id}/claim-payment', { params, body })).data
}

/** The hash of the latest transfer without a memo to the address of the order, on the chain of the sandbox. */
export async function latestHash(id: string): Promise<string | undefined> {
  const params = { path: { id } }
  const { data } = await client.GET('/api/client/v1/sandbox/transactions/{id}/transfers', { params })
  return data.data.find((transfer) => !transfer.memo)?.transaction_hash
}
