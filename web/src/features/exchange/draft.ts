import type { Endpoint, Quote, RequisiteInput, Side } from '../../api/exchangeTypes'
import { createDraft } from '../../flow/draft'

/** How the money leaves: to a crypto address, a bank account or a card. */
export type PayoutKind = RequisiteInput['kind']

/** One attempt at creating an order: retrying it, the same in every part, can never make a second order. */
export type Attempt = { quoteId: string; key: string; requisite: RequisiteInput }

/** A quote and when it came, by this machine's clock: the server's time in it means nothing without that. */
export type StoredQuote = { quote: Quote; at: number }

/**
 * The unfinished exchange of this tab. It survives a refresh and holds nothing secret:
 * a card is a token with its last four digits, never a number.
 */
export type ExchangeDraft = {
  side: Side
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

export const exchangeDraft = createDraft<ExchangeDraft>('exchange', EMPTY_DRAFT, isDraft)

function isDraft(value: unknown): value is ExchangeDraft {
  if (typeof value !== 'object' || value === null) return false
  const draft = value as Partial<ExchangeDraft>
  return (
    (draft.side === 'BUY' || draft.side === 'SELL' || draft.side === 'SWAP') &&
    (draft.fixed === 'from' || draft.fixed === 'to') &&
    typeof draft.amount === 'string' &&
    typeof draft.agreed === 'boolean'
  )
}

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

/** The attempt for this quote: the stored one while the quote is the same, otherwise a new key. */
export function attemptFor(
  { attempt }: ExchangeDraft,
  quoteId: string,
  requisite: RequisiteInput,
  newKey: () => string,
): Attempt {
  return attempt?.quoteId === quoteId
    ? { ...attempt, requisite: attempt.requisite ?? requisite }
    : { quoteId, key: newKey(), requisite }
}
