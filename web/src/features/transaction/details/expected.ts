import type { Payment, PaywayInfo, TimelineStep, Transaction } from '../../../api/exchangeTypes'
import { networkSeconds } from '../../../domain/arrival/usual'

type Network = PaywayInfo['network']
/** What the times depend on: of an order, or of its shared status. */
type Order = Pick<Transaction, 'steps' | 'server_time'> & {
  source: {
    instructions?:
      | { kind: Payment['kind']; crypto?: { network: NonNullable<Network>; required: number } | undefined }
      | undefined
  }
  payout?: { required?: number } | undefined
}

/** Seconds that this service itself needs for a step. */
const OWN_SECONDS = 10

/** The usual duration of a step in seconds. `undefined` if it depends on a person or a bank. */
function durationOf(kind: TimelineStep['kind'], order: Order, payoutNetwork: Network): number | undefined {
  const { payout } = order
  const payment = order.source.instructions
  switch (kind) {
    case 'payment':
      return payment?.kind === 'card' || payment?.kind === 'code' || payment?.kind === 'crypto'
        ? OWN_SECONDS
        : undefined
    case 'confirmation':
      return payment?.crypto ? networkSeconds(payment.crypto.network, payment.crypto.required) : undefined
    case 'payout':
      return payoutNetwork && networkSeconds(payoutNetwork, payout?.required ?? undefined)
    case 'exchange':
    case 'deposit':
      return OWN_SECONDS
    case 'done':
      return 0
    default:
      return undefined
  }
}

/** When each step is expected to be complete; `undefined` for past steps and without an estimate. */
export function expectedTimes(order: Order, payoutNetwork: Network): (string | undefined)[] {
  let clock: number | undefined = Date.parse(order.server_time)
  return order.steps.map((step, at) => {
    if (step.state !== 'now' && step.state !== 'next') return undefined
    const duration = durationOf(step.kind, order, payoutNetwork)
    if (clock === undefined || duration === undefined) {
      clock = undefined
      return undefined
    }
    const passed = step.state === 'now' ? secondsSince(order, at) : 0
    clock += Math.max(0, duration - passed) * 1000
    return step.state === 'now' ? undefined : new Date(clock).toISOString()
  })
}

/** A step is late after twice its usual duration, and at least this many seconds more. */
const PATIENCE_SECONDS = 60

/** Whether the current step takes longer than usual. A payment waits for a person, so it is never late. */
export function isLate(order: Order, payoutNetwork: Network): boolean {
  const at = order.steps.findIndex(({ state }) => state === 'now')
  const step = order.steps[at]
  if (!step || step.kind === 'payment') return false
  const duration = durationOf(step.kind, order, payoutNetwork)
  return duration !== undefined && secondsSince(order, at) > 2 * duration + PATIENCE_SECONDS
}

/** Seconds since the step before was reached, by the server's clock. */
function secondsSince({ steps, server_time }: Order, at: number): number {
  const before = steps[at]?.at ?? steps[at - 1]?.at
  return before ? Math.max(0, (Date.parse(server_time) - Date.parse(before)) / 1000) : 0
}

/** Whole seconds from the payment to the end. `undefined` if either is unknown. */
export function tookSeconds({ steps }: Pick<Transaction, 'steps'>): number | undefined {
  const began = steps.find(({ kind }) => kind !== 'created')?.at
  const ended = steps.findLast(({ state, at }) => state === 'done' && at)?.at
  if (!began || !ended) return undefined
  return Math.max(0, Math.round((Date.parse(ended) - Date.parse(began)) / 1000))
}
