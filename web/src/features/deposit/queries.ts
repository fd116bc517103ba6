import { queryOptions, skipToken } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode, PaywayCode } from '../../api/exchangeTypes'
import type { components } from '../../api/schema.gen'
import { BALANCE } from '../../domain/balance'

export type DepositAccount = components['schemas']['DepositAccount']

/** The profile's permanent address or bank reference. The first request creates it; it never changes. */
export const depositAccountQuery = (currency: CurrencyCode, payway: PaywayCode) =>
  queryOptions({
    queryKey: ['deposit-account', currency, payway],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await client.POST('/api/client/v1/deposit-accounts', { body: { currency, payway }, signal })).data,
  })

/** The ways between the outside and the balance of a currency, with their limits. */
export const depositWaysQuery = (currency: CurrencyCode) =>
  queryOptions({
    queryKey: ['directions', 'deposit', currency],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { from: currency, to: currency }
      const { data } = await client.GET('/api/client/v1/directions', { params: { query }, signal })
      return data.data.filter(({ to_payway }) => to_payway === BALANCE)
    },
  })

/** The price of a deposit of `amount`, for its fee. */
export const depositFeeQuery = (currency: CurrencyCode, payway: PaywayCode, amount: string | undefined) =>
  queryOptions({
    queryKey: ['quote', 'fee', 'deposit', currency, payway, amount ?? ''],
    staleTime: 60_000,
    retry: false,
    queryFn: amount
      ? async ({ signal }) => {
          const ends = {
            from_currency: currency,
            from_payway: payway,
            to_currency: currency,
            to_payway: BALANCE,
          } as const
          const body = { ...ends, from_amount: amount, firm: false }
          return (await client.POST('/api/client/v1/quotes', { body, signal })).data
        }
      : skipToken,
  })

/** The latest deposits of a currency. The key is below ['transactions'], so that events invalidate it. */
export const depositsQuery = (balance: CurrencyCode) =>
  queryOptions({
    queryKey: ['transactions', 'deposits', balance],
    queryFn: async ({ signal }) => {
      const query = { balance, display_type: ['deposit' as const], limit: 3 }
      return (await client.GET('/api/client/v1/transactions', { params: { query }, signal })).data.data
    },
  })

/** Simulates a payment to the account. `reference` replaces the reference of a bank transfer. */
export async function payInSandbox(account: DepositAccount, amount: string, reference: string): Promise<void> {
  await client.POST('/api/client/v1/sandbox/deposit-accounts/{id}/pay', {
    params: { path: { id: account.id } },
    body: { amount, ...(reference ? { reference } : {}) },
  })
}
