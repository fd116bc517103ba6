import type { PayeeVerdict, RequisiteInput } from '../../../api/exchangeTypes'

/** The customer's choice for one result of the payee check. It is not valid for another result. */
export type PayeeChoice = { of: string | undefined; name: 'suggested' | 'own' | undefined; acknowledged: boolean }

export const NOTHING_CHOSEN: PayeeChoice = { of: undefined, name: undefined, acknowledged: false }

/** The missing condition of an order. */
export type PayeeMissing = 'answer' | 'name' | 'acknowledgement' | 'another_account'

/** The payout details of the order, or the missing condition. */
export type PayeeStand =
  | { requisite?: RequisiteInput; missing?: undefined }
  | { requisite?: undefined; missing: PayeeMissing }

/** Applies the server's rules early, so that the button is disabled where the server would refuse. */
export function payeeStand(
  requisite: RequisiteInput | undefined,
  verdict: PayeeVerdict | undefined,
  choice: PayeeChoice,
  stays = false,
): PayeeStand {
  // The money stays on the balance or becomes a code, so there is no payee.
  if (stays) return {}
  if (!requisite) return { missing: 'answer' }
  if (requisite.kind !== 'iban') return { requisite }
  if (!verdict) return { missing: 'answer' }
  if (verdict.result === 'not_required') return { requisite }
  if (verdict.result === 'no_match' || verdict.id === undefined) return { missing: 'another_account' }
  const verified = { ...requisite, payee_check_id: verdict.id }
  if (verdict.result === 'match') return { requisite: verified }
  const made = choice.of === verdict.id ? choice : NOTHING_CHOSEN
  if (verdict.result === 'close_match') {
    if (made.name === undefined) return { missing: 'name' }
    if (made.name === 'suggested') {
      return { requisite: { ...verified, full_name: verdict.suggested_name ?? requisite.full_name } }
    }
  }
  return made.acknowledged ? { requisite: { ...verified, payee_acknowledged: true } } : { missing: 'acknowledgement' }
}
