import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { randomId } from '../../api/ids'
import { isApiError } from '../../api/problem'
import { isNoPayment } from '../../domain/payment/noPayment'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type PayPageState = Schemas['PayPage']
export type PayAttempt = Schemas['PayAttempt']
export type PayOffer = Schemas['PayOffer']
export type PayChoice = Schemas['ChoiceInfo']
export type PayMoney = Schemas['PayMoney']
export type PayerWallet = NonNullable<Schemas['TakePaymentBack']['wallet']>
export type PlayAction = Schemas['SandboxAction']

const RUNNING_MS = 3_000
/** A late payment can still change an ended one. */
const ENDED_MS = 60_000
const ENDED: ReadonlySet<PayPageState['state']> = new Set(['paid', 'expired', 'closed', 'returned', 'cancelled'])
/** Other money that nobody waits for any more. */
const SETTLED: ReadonlySet<PayPageState['state']> = new Set(['returned', 'held'])
const SECRET_KEY = 'agio-payer'

/** The secret of this browser. Who has it decides about money that has arrived. */
export function payerSecret(): string {
  try {
    const kept = localStorage.getItem(SECRET_KEY)
    if (kept) return kept
    const made = randomId() + randomId()
    localStorage.setItem(SECRET_KEY, made)
    return made
  } catch {
    // Without storage the secret lives as long as the page.
    memory ??= randomId() + randomId()
    return memory
  }
}
let memory: string | undefined

/** The service is off for maintenance. */
export const isMaintenance = (error: unknown): boolean =>
  isApiError(error) && error.status === 503 && error.code === 'SERVICE_UNAVAILABLE'

export const payQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay', token],
    queryFn: async ({ signal }) =>
      (await client.POST('/api/client/v1/pay/look', { body: { token, payer: payerSecret() }, signal })).data,
    retry: (count, error) => !isNoPayment(error) && count < 2,
    refetchInterval: ({ state }) => {
      if (isNoPayment(state.error)) return false
      const { data } = state
      const moves = data?.others.some((other) => !SETTLED.has(other.state)) ?? false
      return data && ENDED.has(data.state) && !moves ? ENDED_MS : RUNNING_MS
    },
  })

/** The ways to pay. Prices move, so they are read again. */
export const offersQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay-offers', token],
    queryFn: async ({ signal }) =>
      (await client.POST('/api/client/v1/pay/offers', { body: { token }, signal })).data.data,
    refetchInterval: 15_000,
  })

export async function choose(
  token: string,
  page: PayPageState,
  offer: Pick<PayOffer, 'currency' | 'payway'>,
): Promise<PayPageState> {
  const { currency, payway } = offer
  const { next_attempt: attempt, terms_version } = page
  const body = { token, payer: payerSecret(), attempt, currency, payway, terms_version: terms_version ?? 0 }
  return (await client.POST('/api/client/v1/pay/choose', { body })).data
}

/** Leaves money with the shop. `part` names money besides that of the payment. */
export const accept = async (token: string, part: string | undefined): Promise<PayPageState> =>
  (await client.POST('/api/client/v1/pay/accept', { body: { token, payer: payerSecret(), ...(part ? { part } : {}) } }))
    .data

type Back = { address: string; memo: string; cost: string; part: string | undefined; wallet: PayerWallet | undefined }

export async function takeBack(token: string, { address, memo, cost, part, wallet }: Back): Promise<PayPageState> {
  const more = {
    ...(memo.trim() ? { memo: memo.trim() } : {}),
    ...(part ? { part } : {}),
    ...(wallet ? { wallet } : {}),
  }
  const body = { token, payer: payerSecret(), address: address.trim(), cost, ...more }
  return (await client.POST('/api/client/v1/pay/take-back', { body })).data
}

export async function askReceipt(token: string, email: string, language: string): Promise<PayPageState> {
  const body = { token, payer: payerSecret(), email: email.trim(), language }
  return (await client.POST('/api/client/v1/pay/receipt', { body })).data
}

/** The terms of use that a choice agrees to. */
export const payTermsQuery = (token: string, locale: string) =>
  queryOptions({
    queryKey: ['pay-terms', token, locale],
    queryFn: async ({ signal }) => (await client.POST('/api/client/v1/pay/terms', { body: { token }, signal })).data,
    retry: (count, error) => !isNoPayment(error) && count < 2,
  })

export const play = async (token: string, action: PlayAction): Promise<PayPageState> =>
  (await client.POST('/api/client/v1/sandbox/pay', { body: { token, action } })).data
