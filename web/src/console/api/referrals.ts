import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Referrer = Schemas['ReferrerLine']
export type ReferrerInfo = Schemas['ReferrerInfo']
export type InvitedPerson = Schemas['InvitedPerson']
export type RewardEarning = Schemas['OperatorEarning']
export type ReferralSignal = Schemas['ReferralSignal']
export type RefusedInvitation = Schemas['RefusedInvitation']

/** A referrer with the newest invited people and earnings. */
export const referrerQuery = (id: string) =>
  queryOptions({
    queryKey: ['referrer', id],
    queryFn: ({ signal }) => ask<ReferrerInfo>('referrals/{id}', { params: { path: { id } }, signal }),
  })

const act =
  (path: 'block' | 'unblock') =>
  async (id: string, reason: string): Promise<Act> => {
    await ask<undefined>(`referrals/{id}/${path}`, { method: 'POST', params: { path: { id } }, body: { reason } })
    return { state: 'done' }
  }

/** Blocks a referrer: nothing is booked or paid out until the block ends. */
export const blockReferrer = act('block')

/** Ends the block of a referrer. */
export const unblockReferrer = act('unblock')

/** Decides about an earning that waits for an operator. */
export async function decideEarning(order: string, ruling: 'grant' | 'deny', reason: string): Promise<Act> {
  const params = { path: { id: order } }
  await ask<undefined>('referral-earnings/{id}/decide', { method: 'POST', params, body: { ruling, reason } })
  return { state: 'done' }
}
