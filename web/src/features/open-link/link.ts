import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'
import { isNoPayment } from '../../domain/payment/noPayment'

export type LinkPageState = components['schemas']['LinkPage']

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay-link', token],
    queryFn: async ({ signal }) => (await client.POST('/api/client/v1/pay/link', { body: { token }, signal })).data,
    retry: (count, error) => !isNoPayment(error) && count < 2,
  })

/** Opens a payment of one's own. Returns the secret of its page. The same key finds the same payment. */
export async function openLink(token: string, key: string, amount: string | undefined): Promise<string> {
  const body = { token, key, ...(amount === undefined ? {} : { amount }) }
  return (await client.POST('/api/client/v1/pay/link/open', { body })).data.token
}
