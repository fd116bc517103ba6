import type { Endpoint, MovementKind, Quote, RequisiteInput } from '../../api/exchangeTypes'
import { BALANCE } from '../../domain/balance'
import { createDraft } from '../../domain/draft'

/** The payout: to a crypto address, a bank account or a card; by a code; or none, because the money stays on the balance. */
export type PayoutKind = RequisiteInput['kind'] | 'balance' | 'code'

/** Whether the customer names no destination: the money stays here, or a service issues a code. */
export const isWithoutDestination = (kind: PayoutKind | undefined) => kind === 'balance' || kind === 'code'

/**
 * One attempt at creating an order. An identical retry never creates a second order. It includes the displayed payout
 * details, so that the page always shows the address that it sends.
 */
export type Attempt = {
  quoteId: string
  key: string
  requisite?: RequisiteInput | undefined
  requisiteLabel?: string | undefined
  refund?: RefundTo
}

/** Where the coins of a payment go if they must be returned, and the end that it was named for. */
export type RefundTo = { place: string; value: string; memo?: string }

/** A quote with its arrival time by the local clock, which the server time in the quote needs for comparison. */
export type StoredQuote = { quote: Quote; at: number }

/**
 * The unfinished exchange of this tab. It survives a reload and holds no secret: a card is a token with its last four
 * digits, never a number.
 */
export type ExchangeDraft = {
  side: MovementKind
  from?: Endpoint | undefined
  to?: Endpoint | undefined
  /** The amount that the customer fixed; the other one is quoted. */
  fixed: 'from' | 'to'
  amount: string
  payoutKind: PayoutKind
  requisite?: RequisiteInput | undefined
  /** The display text of the payout details, such as "Visa •••• 4417". */
  requisiteLabel?: string | undefined
  /** The customer named what should arrive, and the server found the balance that pays. */
  unified?: boolean
  refund?: RefundTo
  /** The preset that the order is made from. */
  preset?: string
  /** The promo code whose discount is in the price. */
  promo?: string | undefined
  /** The customer pressed Continue on the start page for these amounts. */
  agreed: boolean
  /** The firm quote to confirm. */
  quote?: StoredQuote
  attempt?: Attempt
}

export const EMPTY_DRAFT: ExchangeDraft = {
  side: 'BUY',
  fixed: 'from',
  // A default amount, so that the page shows a real price with all its lines before any input.
  amount: '250.00',
  payoutKind: 'address',
  agreed: false,
}

const KINDS: readonly MovementKind[] = ['BUY', 'SELL', 'SWAP', 'DEPOSIT', 'WITHDRAW', 'CONVERT']

export const exchangeDraft = createDraft<ExchangeDraft>('exchange', EMPTY_DRAFT, isDraft)

/** The draft as it was when this page loaded. */
export const RESTORED = exchangeDraft.get()

function isDraft(value: unknown): value is ExchangeDraft {
  if (typeof value !== 'object' || value === null) return false
  const draft = value as Partial<ExchangeDraft>
  return (
    KINDS.includes(draft.side as MovementKind) &&
    (draft.fixed === 'from' || draft.fixed === 'to') &&
    // A decimal number, or the beginning of one.
    typeof draft.amount === 'string' &&
    /^(\d+(\.\d*)?)?$/.test(draft.amount) &&
    typeof draft.agreed === 'boolean' &&
    // An attempt from an older version without payout details cannot be repeated identically.
    (draft.attempt === undefined ||
      isWithoutDestination(draft.payoutKind) ||
      typeof draft.attempt.requisite?.kind === 'string') &&
    (draft.quote === undefined || typeof draft.quote.quote?.id === 'string')
  )
}

/** The draft of a deposit to the balance of a currency. The customer chooses the payway on the page. */
export function depositDraft(currency: Endpoint['currency']): ExchangeDraft {
  const balance: Endpoint = { currency, payway: BALANCE }
  return { ...EMPTY_DRAFT, side: 'DEPOSIT', from: balance, to: balance, amount: '', payoutKind: 'balance' }
}

/** Changes the terms, which discards the consent and the quote. */
export function changeTerms(draft: ExchangeDraft, change: Partial<ExchangeDraft>): ExchangeDraft {
  // Other terms are no longer those of the preset.
  const { quote: _quote, attempt: _attempt, preset: _preset, ...rest } = draft
  const next = { ...rest, ...change, agreed: false }
  const samePayout =
    next.payoutKind === draft.payoutKind &&
    next.to?.currency === draft.to?.currency &&
    next.to?.payway === draft.to?.payway
  if (samePayout || change.requisite) return next
  const { requisite: _requisite, requisiteLabel: _label, ...withoutRequisite } = next
  return withoutRequisite
}

/** Fixes the amount of one end. An end that is not known yet, before the directions have loaded, stays as it was. */
export function typeAmount(
  draft: ExchangeDraft,
  ends: { from: Endpoint | undefined; to: Endpoint | undefined },
  fixed: 'from' | 'to',
  amount: string,
): ExchangeDraft {
  return changeTerms(draft, { from: ends.from ?? draft.from, to: ends.to ?? draft.to, fixed, amount })
}

/** A key for one currency on one payway. An address is valid for one key only. */
export function placeOf(end: Endpoint | undefined): string {
  return `${end?.currency ?? ''}:${end?.payway ?? ''}`
}

/** Text of the address field, and the endpoint it was typed for. */
export type Typed = { place: string; value: string }

/** The text of the address field for `to`: the text typed for it, or else the draft's address. */
export function addressShown(draft: ExchangeDraft, to: Endpoint | undefined, typed: Typed | undefined): string {
  const place = placeOf(to)
  if (typed?.place === place) return typed.value
  return draft.requisite?.kind === 'address' && placeOf(draft.to) === place ? draft.requisite.value : ''
}

/**
 * Abandons an attempt. If its order was created, it appears in the list of orders; the next click creates another one.
 */
export function leaveAttempt({ attempt: _left, quote: _quote, ...draft }: ExchangeDraft): ExchangeDraft {
  return { ...draft, agreed: false }
}
