import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { CurrencyCode, Quote } from '../../api/exchangeTypes'
import { idempotency } from '../../api/ids'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']
export type Referral = Schemas['Referral']
export type Friend = Schemas['ReferralFriend']
export type Earning = Schemas['ReferralEarning']
export type Sums = Schemas['ReferralSums']
export type Terms = Schemas['ReferralTerms']
export type Place = Schemas['LeaderboardPlace']

/** A friend's order is counted within seconds. */
const LOOK_MS = 15_000

/** The programme, and the customer's part in it. The first request makes the link. */
export const referralQuery = queryOptions({
  queryKey: ['referral'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/referral', { signal })).data,
  refetchInterval: LOOK_MS,
})

/** Puts the customer on the leaderboard under a name, or takes them off it. */
export const setNickname = (nickname: string | undefined) =>
  client.PUT('/api/client/v1/referral/leaderboard', { body: nickname === undefined ? {} : { nickname } })

type Move = { from: string; to: string; amount: string }

/** A firm quote of moving rewards to a balance. */
export async function quoteRewards({ from, to, amount }: Move): Promise<Quote> {
  const body = { from_currency: from as CurrencyCode, to_currency: to as CurrencyCode, amount }
  return (await client.POST('/api/client/v1/referral/quotes', { body })).data
}

/** Moves the rewards of a quote. Idempotent: the same key moves them once. */
export const moveRewards = async (quoteId: string, key: string) =>
  (
    await client.POST('/api/client/v1/orders', {
      body: { quote_id: quoteId },
      params: { header: idempotency(key) },
    })
  ).data
