import type { RequisiteInput } from '../../../api/exchangeTypes'
import type { Attempt, ExchangeDraft } from '../draft'

/** The attempt of a click: the pending one with an unknown result, whatever was quoted since; otherwise a new one. */
export function attemptOf(
  { attempt, requisiteLabel, payoutKind }: ExchangeDraft,
  quoteId: string,
  agreed: RequisiteInput | undefined,
  newKey: () => string,
): Attempt | undefined {
  if (attempt) return attempt
  if (!agreed && payoutKind !== 'balance') return undefined
  return { quoteId, key: newKey(), ...(agreed ? { requisite: agreed, requisiteLabel } : {}) }
}

export type Payout = Pick<ExchangeDraft, 'requisite' | 'requisiteLabel'>

/** The displayed payout details. A pending attempt keeps its own, even if the draft has changed. */
export function payoutOf({ attempt, requisite, requisiteLabel }: ExchangeDraft): Payout {
  return attempt ?? { requisite, requisiteLabel }
}
