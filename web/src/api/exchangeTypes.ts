/**
 * The exchange's part of the client API by name. The shapes follow `/api/client/v1`; amounts are decimal
 * strings of the currency's exact scale, times are RFC 3339 in UTC.
 */

export type Side = 'buy' | 'sell' | 'swap'
export type Endpoint = { currency: string; payway: string }

export type CurrencyInfo = {
  code: string
  name: string
  scale: number
  kind: 'fiat' | 'crypto'
  symbol?: string | null
  payways: string[]
  can_buy: boolean
  can_sell: boolean
  min_exchange?: string | null
  max_exchange?: string | null
}

export type PaywayInfo = {
  code: string
  kind: 'crypto' | 'card' | 'iban' | 'code'
  name: string
  network?: string | null
  currencies: string[]
  /** Whether a memo is required when sending there. */
  memo: boolean
}

export type Direction = {
  side: Side
  from_currency: string
  from_payway: string
  to_currency: string
  to_payway: string
  min_from?: string | null
  max_from?: string | null
  min_to?: string | null
  max_to?: string | null
  available: boolean
  reason?: string | null
}

export type LineKind =
  | 'amount_converted'
  | 'our_fee'
  | 'processing_fee'
  | 'network_fee'
  | 'spread'
  | 'rounding'

export type Line = {
  kind: LineKind
  amount: string
  currency: string
  fee?: { type: 'ADD' | 'MULT' | 'COOPERATE'; add?: string | null; mult?: string | null } | null
}

export type QuoteRequest = {
  side: Side
  from_currency: string
  to_currency: string
  from_payway: string
  to_payway: string
  from_amount?: string
  to_amount?: string
  firm: boolean
}

export type Quote = {
  id: string
  kind: 'indicative' | 'firm'
  side: Side
  from_currency: string
  to_currency: string
  from_payway: string
  to_payway: string
  fixed_side: 'from' | 'to'
  from_amount: string
  to_amount: string
  rate: string
  inverse_rate: string
  reference_rate: string
  reference_source: string
  reference_at: string
  lines: Line[]
  min_from?: string | null
  max_from?: string | null
  expires_at: string
  server_time: string
}

export type RequisiteInput =
  | { kind: 'address'; value: string; memo?: string }
  | { kind: 'iban'; value: string; full_name: string }
  | { kind: 'card'; card_token: string }

export type RequisiteVerdict = { valid: boolean; normalized?: string; code?: string; message?: string }

export type CardToken = { card_token: string; last4: string; brand: string }

export type TransactionStatus =
  | 'NEW'
  | 'WAIT'
  | 'PROCESSING'
  | 'DONE'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'REJECT'
  | 'ACTION_REQUIRED'
  | 'RESOLVED'
  | 'FAIL'
  | 'MANUAL'

export type Money = { amount: string; currency: string }

export type CardPaymentState = {
  state: 'waiting' | 'authorizing' | 'challenge' | 'paid' | 'declined'
  last4?: string
  brand?: string
  challenge_url?: string
}

export type BankPaymentState = {
  iban: string
  bic: string
  beneficiary: string
  reference: string
  amount: string
  currency: string
}

export type BlikPaymentState = {
  state: 'waiting' | 'pending' | 'paid' | 'declined' | 'expired'
  approve_until?: string
}

export type CryptoPaymentState = {
  /** Absent for the moment that giving one takes. */
  address?: string
  memo?: string
  network: string
  amount: string
  currency: string
  uri?: string
  confirmations: number
  required: number
  txid?: string
}

export type Payment = {
  kind: 'card' | 'bank' | 'blik' | 'crypto'
  card?: CardPaymentState
  bank?: BankPaymentState
  blik?: BlikPaymentState
  crypto?: CryptoPaymentState
}

export type StepKind =
  | 'created'
  | 'payment'
  | 'network_confirmation'
  | 'exchange'
  | 'payout'
  | 'refund'
  | 'deposit'
  | 'completed'

export type StepState = 'done' | 'now' | 'next' | 'failed'
export type TimelineStep = {
  kind: StepKind
  state: StepState
  at?: string
  params: Record<string, string>
}

export type ActionOption = 'refund' | 'deposit' | 'update_amount'
export type ActionReason = 'underpaid' | 'overpaid' | 'late' | 'double' | 'payout_failed'

/** A decision asked of the owner; both amounts are in the currency given. */
export type ActionRequired = {
  reason: ActionReason
  received: string
  expected: string
  options: ActionOption[]
  deadline: string
}

export type Payout = {
  state: 'waiting' | 'sending' | 'sent' | 'settled' | 'failed'
  hash?: string
  explorer_url?: string
  confirmations?: number
  required?: number
}

export type Allowed = ActionOption | 'cancel' | 'pay_card' | 'pay_blik'

export type SubState =
  | 'waiting_for_payment'
  | 'authenticating'
  | 'transfer_seen'
  | 'network_confirmation'
  | 'paid'
  | 'sending'
  | 'sent'
  | 'completed'
  | 'action_required'
  | 'refunding'
  | 'refunded'
  | 'deposited'
  | 'expired'
  | 'cancelled'
  | 'rejected'
  | 'failed'
  | 'manual'

export type Transaction = {
  id: string
  /** The short name for people. */
  reference: string
  type: 'EXCHANGE'
  display_type: 'purchase' | 'sale' | 'swap'
  side: Side
  status: TransactionStatus
  sub_state: SubState
  from: Money & { payway: string }
  to: Money & { payway: string }
  rate: string
  lines: Line[]
  requisite: {
    kind: 'address' | 'iban' | 'card'
    display: string
    value?: string
    memo?: string
    full_name?: string
  }
  payment: Payment
  payout?: Payout
  steps: TimelineStep[]
  action?: ActionRequired
  failure?: { code: string; message: string }
  progress: number
  expires_at?: string
  server_time: string
  created_at: string
  updated_at: string
  version: number
  allowed: Allowed[]
}
