import type { PayeeVerdict, RequisiteInput } from '../../../api/exchangeTypes'

/** What was chosen about an answer; it counts for that answer alone. */
export type PayeeChoice = { of: string | undefined; name: 'suggested' | 'own' | undefined; acknowledged: boolean }

export const NOTHING_CHOSEN: PayeeChoice = { of: undefined, name: undefined, acknowledged: false }

/** What is still missing before an order may be made. */
export type PayeeMissing = 'answer' | 'name' | 'acknowledgement' | 'another_account'

/** The requisite as the order names it, or what is missing. */
export type PayeeStand =
  | { requisite?: RequisiteInput; missing?: undefined }
  | { requisite?: undefined; missing: PayeeMissing }

/** The server decides by the same rules; this is so that the button waits for what it would refuse. */
export function payeeStand(
  requisite: RequisiteInput | undefined,
  verdict: PayeeVerdict | undefined,
  choice: PayeeChoice,
  stays = false,
): PayeeStand {
  // The money stays on the balance: nobody has to be named.
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
