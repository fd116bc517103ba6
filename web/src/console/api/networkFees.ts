import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import { pollMs } from './refresh'
import type { Act, List, Movement } from './queries'
import type { components } from './schema.gen'

export type NetworkFee = components['schemas']['NetworkFeeInfo']

/** The payways whose unconfirmed transactions can be replaced. */
const REPLACEABLE = ['btc', 'ltc']

/** Whether a movement can have a payout with a fee to raise. */
export const hasNetworkFees = ({ legs }: Pick<Movement, 'legs'>): boolean =>
  legs.some((leg) => leg.kind === 'pay_out' && leg.reference !== undefined && REPLACEABLE.includes(leg.payway ?? ''))

/** The network fees of a movement's payouts. The node's estimate changes, so they are polled until a block has them. */
export const networkFeesQuery = (id: string) =>
  queryOptions({
    queryKey: ['network-fees', id],
    queryFn: ({ signal }) => ask<List<NetworkFee>>('movements/{id}/network-fees', { params: { path: { id } }, signal }),
    refetchInterval: (query) => (query.state.data?.data.every((fee) => !fee.is_unconfirmed) ? false : pollMs(query)),
  })

/** Proposes a new fee rate, in the smallest units per 1000 virtual bytes. */
export const raiseFee = (id: string, leg: number, rate: number, reason: string) =>
  ask<Act>('movements/{id}/raise-fee', { method: 'POST', params: { path: { id } }, body: { leg, rate, reason } })
