import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { idempotency } from '../../api/ids'
import { requestOf } from '../../api/request'
import type { components } from '../../api/schema.gen'
import { send } from '../../api/send'

type Schemas = components['schemas']

export type Merchant = Schemas['Merchant']
export type MerchantSettings = Schemas['MerchantSettings']
export type MakePayment = Schemas['MakePayment']
export type Payment = Schemas['MerchantPayment']
export type PaymentDetails = Schemas['MerchantPaymentDetails']
export type PayState = Schemas['PayState']
export type Refundable = Schemas['Refundable']
export type Refund = Schemas['MerchantRefund']
export type RefundRate = Schemas['RefundRate']
export type RefundOffer = Schemas['RefundOffer']
export type RefundPayment = Schemas['RefundPayment']

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

export const cancelPayment = async (id: string, key: string): Promise<PaymentDetails> => {
  const params = { path: { id }, header: idempotency(key) }
  return (await client.POST('/api/client/v1/merchant/payments/{id}/cancel', { params })).data
}

/** What a refund would bring and cost now. Without an amount, all that is left. */
export const refundOfferQuery = (id: string, amount: string | undefined, rate: RefundRate) =>
  queryOptions({
    queryKey: ['refund-offer', id, amount, rate],
    queryFn: async ({ signal }) => {
      const init = { params: { path: { id } }, body: { rate, ...(amount ? { amount } : {}) }, signal }
      return (await client.POST('/api/client/v1/merchant/payments/{id}/refund-offer', init)).data
    },
    retry: false,
    refetchInterval: 20_000,
  })

export const refundPayment = async (id: string, body: RefundPayment, key: string): Promise<Refund> => {
  const params = { path: { id }, header: idempotency(key) }
  return (await client.POST('/api/client/v1/merchant/payments/{id}/refunds', { params, body })).data
}

/** The payments of a period, by its first and last moment, as a CSV file. */
export async function exportPayments(from: string, to: string): Promise<Blob> {
  const query = { from, to }
  return (await send(requestOf('GET', '/api/client/v1/merchant/payments/export', { params: { query } }))).blob()
}
