import type { CurrencyCode, Endpoint, MovementKind, PaywayCode } from '../../api/exchangeTypes'
import { BALANCE } from '../../domain/balance'
import { EMPTY_DRAFT, type ExchangeDraft } from './draft'

/** The initial draft of a page: the present one, unless it is of another kind of movement. */
export function draftFor(draft: ExchangeDraft, kinds: readonly MovementKind[]): ExchangeDraft {
  const [first] = kinds
  if (!first || draft.attempt || (kinds.includes(draft.side) && !draft.unified)) return draft
  return { ...EMPTY_DRAFT, side: first, amount: first === 'BUY' ? EMPTY_DRAFT.amount : '' }
}

/**
 * The draft of the unified pages: the present one, unless it is of another kind. After a deposit or a conversion it goes
 * on with the balance on which the money should arrive.
 */
export function unifiedDraft(draft: ExchangeDraft): ExchangeDraft {
  if (draft.attempt || draft.unified) return draft
  const begun: ExchangeDraft = { ...EMPTY_DRAFT, fixed: 'to', amount: '', unified: true }
  const { side, to } = draft
  if ((side === 'DEPOSIT' || side === 'CONVERT') && to) return { ...begun, side, to, payoutKind: 'balance' }
  return { ...begun, side: 'WITHDRAW', to: { currency: 'EUR', payway: 'iban' }, payoutKind: 'iban' }
}

/**
 * Sets the balance's currency: the target of a deposit, the source of a withdrawal or conversion. The payway is one of
 * `ways`, if there are any. If the default payway does not support the currency, the form selects another one.
 */
export function draftWith(draft: ExchangeDraft, currency: CurrencyCode, ways: readonly PaywayCode[]): ExchangeDraft {
  const at = (payway: Endpoint['payway']): Endpoint => ({ currency, payway })
  const [own, outer] = draft.side === 'DEPOSIT' ? [draft.to, draft.from] : [draft.from, draft.to]
  const [way] = ways
  const fits = own?.currency === currency && (!way || ways.some((one) => one === outer?.payway))
  if (draft.attempt || fits) return draft
  const begun = { ...EMPTY_DRAFT, side: draft.side, amount: '' }
  if (draft.side === 'DEPOSIT') return { ...begun, from: at(way ?? 'visamc'), to: at(BALANCE) }
  return { ...begun, from: at(BALANCE), to: draft.side === 'CONVERT' ? convertedTo(currency) : at(way ?? 'iban') }
}

/** The default target of a conversion. */
const convertedTo = (currency: CurrencyCode): Endpoint => ({
  currency: currency === 'BTC' ? 'EUR' : 'BTC',
  payway: BALANCE,
})
