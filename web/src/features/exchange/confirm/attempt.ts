import type { Endpoint, RequisiteInput } from '../../../api/exchangeTypes'
import { type Attempt, type ExchangeDraft, isWithoutDestination, placeOf, type RefundTo } from '../draft'

/** The attempt of a click: the pending one with an unknown result, whatever was quoted since; otherwise a new one. */
export function attemptOf(
  { attempt, requisiteLabel, payoutKind, refund }: ExchangeDraft,
  quoteId: string,
  agreed: RequisiteInput | undefined,
  newKey: () => string,
): Attempt | undefined {
  if (attempt) return attempt
  if (!agreed && !isWithoutDestination(payoutKind)) return undefined
  const payout = agreed ? { requisite: agreed, requisiteLabel } : {}
  return { quoteId, key: newKey(), ...payout, ...(refund ? { refund } : {}) }
}

export type Payout = Pick<ExchangeDraft, 'requisite' | 'requisiteLabel'>

/** The displayed payout details. A pending attempt keeps its own, even if the draft has changed. */
export function payoutOf({ attempt, requisite, requisiteLabel }: ExchangeDraft): Payout {
  return attempt ?? { requisite, requisiteLabel }
}

/** The refund address for the end that pays. One for another coin or network does not count. */
export function refundOf({ attempt, refund }: ExchangeDraft, from: Endpoint): RefundTo | undefined {
  const named = attempt ? attempt.refund : refund
  return named?.place === placeOf(from) ? named : undefined
}
