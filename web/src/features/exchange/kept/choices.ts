import type { Endpoint, MovementKind } from '../../../api/exchangeTypes'
import type { components } from '../../../api/schema.gen'
import { wireAmount } from '../../../domain/amountInput'
import { BALANCE } from '../../../domain/balance'
import type { Catalogue } from '../../../domain/catalogue'
import { compareDecimals } from '../../../domain/decimal'
import { trimZeros } from '../../../domain/grouping'
import { type SavedRequisite, savedAt, savedTitle } from '../../../domain/savedRequisites'
import { EMPTY_DRAFT, type ExchangeDraft } from '../draft'
import { landing } from '../flow'
import { kindOf } from '../kindOf'
import { payoutKindOf } from '../pickers/options'

/** What a customer has chosen before the order exists, as the server keeps it. */
export type Choices = components['schemas']['DraftChoices']

const STEPS = { start: 'start', requisites: 'requisites', 'insert-card': 'insert_card', confirm: 'confirm' } as const

/**
 * What the server keeps of a draft: no address, no account and no card, but the id of a saved one. `undefined` for a draft
 * that nobody has begun, and for one whose order may exist.
 */
export function choicesOf(draft: ExchangeDraft, saved: readonly SavedRequisite[]): Choices | undefined {
  const { from, to, amount, fixed, requisite } = draft
  if (!from || !to || draft.attempt || (!draft.agreed && amount === '')) return undefined
  const kept = requisite?.kind === 'address' || requisite?.kind === 'iban' ? savedAt(saved, to, requisite) : undefined
  const sent = wireAmount(amount)
  return {
    from_currency: from.currency,
    from_payway: from.payway,
    to_currency: to.currency,
    to_payway: to.payway,
    fixed_side: fixed === 'from' ? 'FROM' : 'TO',
    ...(sent ? { amount: sent } : {}),
    ...(draft.unified ? { unified: true } : {}),
    ...(kept ? { requisite_id: kept.id } : {}),
    step: STEPS[landing('confirm', draft)],
  }
}

/** The draft that continues choices. A destination that is no longer saved is asked for again, and so is a card. */
export function draftOf(choices: Choices, catalogue: Catalogue, saved: readonly SavedRequisite[]): ExchangeDraft {
  const { from, to } = endsOf(choices)
  const kept = saved.find(({ id }) => id === choices.requisite_id)
  return {
    ...EMPTY_DRAFT,
    side: kindOf(from, to, catalogue),
    from,
    to,
    fixed: choices.fixed_side === 'FROM' ? 'from' : 'to',
    amount: trimZeros(choices.amount ?? ''),
    payoutKind: payoutKindOf(to, catalogue.payways),
    agreed: choices.step !== 'start' && choices.amount !== undefined,
    ...(choices.unified ? { unified: true } : {}),
    ...(kept ? { requisite: requisiteOf(kept), requisiteLabel: savedTitle(kept) } : {}),
  }
}

function requisiteOf({ kind, value, memo, full_name: name }: SavedRequisite): ExchangeDraft['requisite'] {
  return kind === 'iban' ? { kind, value, full_name: name ?? '' } : { kind, value, ...(memo ? { memo } : {}) }
}

export const endsOf = (choices: Choices): { from: Endpoint; to: Endpoint } => ({
  from: { currency: choices.from_currency, payway: choices.from_payway },
  to: { currency: choices.to_currency, payway: choices.to_payway },
})

/** Whether a tab's own draft is the one that the server keeps. Then it goes on with its address, which only it knows. */
export function sameTerms(own: Choices | undefined, kept: Choices): boolean {
  const terms = ({ requisite_id: _id, step: _step, amount: _amount, ...rest }: Choices) => JSON.stringify(rest)
  return own !== undefined && terms(own) === terms(kept) && compareDecimals(own.amount ?? '0', kept.amount ?? '0') === 0
}

/** The kind of movement of choices. */
export const kindOfChoices = (choices: Choices, catalogue: Catalogue): MovementKind => {
  const { from, to } = endsOf(choices)
  return kindOf(from, to, catalogue)
}

/** The payway to name: the outer one, that of the payment first. */
export const wayOf = ({ from_payway: from, to_payway: to }: Choices): string => (from === BALANCE ? to : from)
