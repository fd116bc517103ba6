import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { idempotency } from '../../api/ids'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type Merchant = Schemas['Merchant']
export type MerchantSettings = Schemas['MerchantSettings']
export type MakePayment = Schemas['MakePayment']
export type Payment = Schemas['MerchantPayment']
export type PaymentDetails = Schemas['MerchantPaymentDetails']
export type PayState = Schemas['PayState']

const PAGE = 20

/** What the profile decided as a merchant; `undefined` in it until it is one. */
export const merchantQuery = queryOptions({
  queryKey: ['merchant'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/merchant', { signal })).data,
})

export const setMerchant = async (body: MerchantSettings): Promise<Merchant> =>
  (await client.PUT('/api/client/v1/merchant', { body })).data

/** The payments, newest first. */
export const paymentsQuery = (state: PayState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['merchant-payments', state],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(state ? { state } : {}), ...(pageParam ? { cursor: pageParam } : {}) }
      return (await client.GET('/api/client/v1/merchant/payments', { params: { query }, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: 10_000,
  })

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['merchant-payment', id],
    queryFn: async ({ signal }) =>
      (await client.GET('/api/client/v1/merchant/payments/{id}', { params: { path: { id } }, signal })).data,
    refetchInterval: 5_000,
  })

export const makePayment = async (body: MakePayment, key: string): Promise<Payment> =>
  (await client.POST('/api/client/v1/merchant/payments', { body, params: { header: idempotency(key) } })).data
