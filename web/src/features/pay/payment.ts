import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { randomId } from '../../api/ids'
import { isApiError } from '../../api/problem'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type PayPageState = Schemas['PayPage']
export type PayAttempt = Schemas['PayAttempt']
export type PayOffer = Schemas['PayOffer']
export type PayChoice = Schemas['ChoiceInfo']
export type PlayAction = Schemas['SandboxAction']

const RUNNING_MS = 3_000
/** A late payment can still change an ended one. */
const ENDED_MS = 60_000
const ENDED: ReadonlySet<PayPageState['state']> = new Set(['paid', 'expired', 'closed', 'returned'])
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

/** A link that belongs to no payment. */
export const isNoPayment = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'NOT_FOUND' || error.code === 'TOO_MANY_REQUESTS')

export const payQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay', token],
    queryFn: async ({ signal }) =>
      (await client.POST('/api/client/v1/pay/look', { body: { token, payer: payerSecret() }, signal })).data,
    retry: (count, error) => !isNoPayment(error) && count < 2,
    refetchInterval: ({ state }) => {
      if (isNoPayment(state.error)) return false
      return state.data && ENDED.has(state.data.state) ? ENDED_MS : RUNNING_MS
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

export async function choose(token: string, attempt: number, offer: PayOffer): Promise<PayPageState> {
  const { currency, payway } = offer
  const body = { token, payer: payerSecret(), attempt, currency, payway }
  return (await client.POST('/api/client/v1/pay/choose', { body })).data
}

export const accept = async (token: string): Promise<PayPageState> =>
  (await client.POST('/api/client/v1/pay/accept', { body: { token, payer: payerSecret() } })).data

type Back = { address: string; memo: string; cost: string }

export async function takeBack(token: string, { address, memo, cost }: Back): Promise<PayPageState> {
  const more = memo.trim() ? { memo: memo.trim() } : {}
  const body = { token, payer: payerSecret(), address: address.trim(), cost, ...more }
  return (await client.POST('/api/client/v1/pay/take-back', { body })).data
}

export const play = async (token: string, action: PlayAction): Promise<PayPageState> =>
  (await client.POST('/api/client/v1/sandbox/pay', { body: { token, action } })).data
