import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../../api/client'
import { idempotency } from '../../../api/ids'
import type { components } from '../../../api/schema.gen'

type Schemas = components['schemas']

export type PaymentLink = Schemas['PaymentLink']
export type MakePaymentLink = Schemas['MakePaymentLink']

const PAGE = 20

/** The links that many payers use, newest first. */
export const linksQuery = infiniteQueryOptions({
  queryKey: ['merchant-links'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }
    return (await client.GET('/api/client/v1/merchant/links', { params: { query }, signal })).data
  },
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
  refetchInterval: 10_000,
})

export const makeLink = async (body: MakePaymentLink, key: string): Promise<PaymentLink> =>
  (await client.POST('/api/client/v1/merchant/links', { body, params: { header: idempotency(key) } })).data

export const endLink = async (id: string, key: string): Promise<PaymentLink> => {
  const params = { path: { id }, header: idempotency(key) }
  return (await client.POST('/api/client/v1/merchant/links/{id}/end', { params })).data
}
