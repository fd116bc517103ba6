import type { CurrencyCode, Endpoint, MovementKind, Quote, RequisiteInput } from '../../api/exchangeTypes'
import { BALANCE } from '../../flow/balance'
import { createDraft } from '../../flow/draft'

/** Where the money goes: to a crypto address, a bank account or a card, or it stays on the balance. */
export type PayoutKind = RequisiteInput['kind'] | 'balance'

/**
 * One attempt at creating an order: retrying it, the same in every part, can never make a second order. It carries what
 * it was shown with, so that the page never names one address and sends another.
 */
export type Attempt = {
  quoteId: string
  key: string
  requisite?: RequisiteInput | undefined
  requisiteLabel?: string | undefined
}

/** A quote and when it came, by this machine's clock: the server's time in it means nothing without that. */
export type StoredQuote = { quote: Quote; at: number }

/**
 * The unfinished exchange of this tab. It survives a refresh and holds nothing secret:
 * a card is a token with its last four digits, never a number.
 */
export type ExchangeDraft = {
  side: MovementKind
  from?: Endpoint | undefined
  to?: Endpoint | undefined
  /** Which amount the person fixed; the other one is quoted. */
  fixed: 'from' | 'to'
  amount: string
  payoutKind: PayoutKind
  requisite?: RequisiteInput | undefined
  /** "Visa •••• 4417", the way the chosen requisite is shown. */
  requisiteLabel?: string | undefined
  /** Continue was pressed on the start page for these amounts. */
  agreed: boolean
  /** The firm quote being confirmed. */
  quote?: StoredQuote
  attempt?: Attempt
}

export const EMPTY_DRAFT: ExchangeDraft = {
  side: 'BUY',
  fixed: 'from',
  // An amount to begin with: the page shows a real price, with every line of it, before anything is typed.
  amount: '250.00',
  payoutKind: 'address',
  agreed: false,
}

const KINDS: readonly MovementKind[] = ['BUY', 'SELL', 'SWAP', 'DEPOSIT', 'WITHDRAW', 'CONVERT']

export const exchangeDraft = createDraft<ExchangeDraft>('exchange', EMPTY_DRAFT, isDraft)

/** The draft as this page found it. */
export const RESTORED = exchangeDraft.get()

function isDraft(value: unknown): value is ExchangeDraft {
  if (typeof value !== 'object' || value === null) return false
  const draft = value as Partial<ExchangeDraft>
  return (
    KINDS.includes(draft.side as MovementKind) &&
    (draft.fixed === 'from' || draft.fixed === 'to') &&
    // A number as it is sent, or the beginning of one.
    typeof draft.amount === 'string' &&
    /^(\d+(\.\d*)?)?$/.test(draft.amount) &&
    typeof draft.agreed === 'boolean' &&
    // An attempt of a version that did not write down where the money goes cannot be made again, the same in every part.
    (draft.attempt === undefined ||
      draft.payoutKind === 'balance' ||
      typeof draft.attempt.requisite?.kind === 'string') &&
    (draft.quote === undefined || typeof draft.quote.quote?.id === 'string')
  )
}

/** The draft that a page begins with: what is there already, unless it is of another kind of movement. */
export function draftFor(draft: ExchangeDraft, kinds: readonly MovementKind[]): ExchangeDraft {
  const [first] = kinds
  if (!first || draft.attempt || kinds.includes(draft.side)) return draft
  return { ...EMPTY_DRAFT, side: first, amount: first === 'BUY' ? EMPTY_DRAFT.amount : '' }
}

/** The draft of a deposit to the balance of a currency; how it comes is settled on the page. */
export function depositDraft(currency: Endpoint['currency']): ExchangeDraft {
  const balance: Endpoint = { currency, payway: BALANCE }
  return { ...EMPTY_DRAFT, side: 'DEPOSIT', from: balance, to: balance, amount: '', payoutKind: 'balance' }
}

/**
 * The draft with the currency of the balance chosen: where a deposit goes, what a withdrawal or a conversion takes from. The
 * form takes another way outside where the currency does not have the usual one.
 */
export function draftWith(draft: ExchangeDraft, currency: CurrencyCode): ExchangeDraft {
  const at = (payway: Endpoint['payway']): Endpoint => ({ currency, payway })
  const chosen = draft.side === 'DEPOSIT' ? draft.to : draft.from
  if (draft.attempt || chosen?.currency === currency) return draft
  const begun = { ...EMPTY_DRAFT, side: draft.side, amount: '' }
  if (draft.side === 'DEPOSIT') return { ...begun, from: at('visamc'), to: at(BALANCE) }
  return { ...begun, from: at(BALANCE), to: draft.side === 'CONVERT' ? convertedTo(currency) : at('iban') }
}

/** What a currency is converted into before anything is chosen. */
const convertedTo = (currency: CurrencyCode): Endpoint => ({
  currency: currency === 'BTC' ? 'EUR' : 'BTC',
  payway: BALANCE,
})

/** A change of what is exchanged: what was agreed and quoted before no longer holds. */
export function changeTerms(draft: ExchangeDraft, change: Partial<ExchangeDraft>): ExchangeDraft {
  const { quote: _quote, attempt: _attempt, ...rest } = draft
  const next = { ...rest, ...change, agreed: false }
  const samePayout =
    next.payoutKind === draft.payoutKind &&
    next.to?.currency === draft.to?.currency &&
    next.to?.payway === draft.to?.payway
  if (samePayout || change.requisite) return next
  const { requisite: _requisite, requisiteLabel: _label, ...withoutRequisite } = next
  return withoutRequisite
}

/** One way of receiving one currency: an address belongs to it and to no other. */
export function placeOf(end: Endpoint | undefined): string {
  return `${end?.currency ?? ''}:${end?.payway ?? ''}`
}

/** Text in the address field, and where it was typed for. */
export type Typed = { place: string; value: string }

/** What stands in the address field for `to`: what was typed for it, else the address the draft would use there. */
export function addressShown(draft: ExchangeDraft, to: Endpoint | undefined, typed: Typed | undefined): string {
  const place = placeOf(to)
  if (typed?.place === place) return typed.value
  return draft.requisite?.kind === 'address' && placeOf(draft.to) === place ? draft.requisite.value : ''
}

/** The attempt that a press means: the one whose fate is unknown, whatever was quoted since; otherwise a new one. */
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

/** Where the money goes, as it is shown: of an attempt under way its own, whatever stands in the draft beside it. */
export function payoutOf({ attempt, requisite, requisiteLabel }: ExchangeDraft): Payout {
  return attempt ?? { requisite, requisiteLabel }
}

/** The person leaves an attempt: if its order was made, it is among theirs; another press makes another one. */
export function leaveAttempt({ attempt: _left, quote: _quote, ...draft }: ExchangeDraft): ExchangeDraft {
  return { ...draft, agreed: false }
}
