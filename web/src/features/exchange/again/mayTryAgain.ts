import type { Transaction } from '../../../api/exchangeTypes'

/** The types that the customer names what should arrive for, and the server finds the balance that pays. */
const UNIFIED: ReadonlySet<Transaction['type']> = new Set(['UPAYOUT', 'UCONVERT_PAYOUT', 'UCONVERT'])

/** The types that the forms of the exchange and of the balances create. */
const FORMS: ReadonlySet<Transaction['type']> = new Set([
  ...(['EXCHANGE', 'PAYIN', 'PAYIN_CONVERT', 'PAYOUT', 'CONVERT_PAYOUT', 'CONVERT'] as const),
  ...UNIFIED,
])

export function isUnified({ type }: Pick<Transaction, 'type'>): boolean {
  return UNIFIED.has(type)
}

/** Whether a failed movement can be repeated. An unmatched payment cannot, because nobody ordered it. */
export function mayTryAgain({ type, status }: Pick<Transaction, 'type' | 'status'>): boolean {
  return FORMS.has(type) && ['EXPIRED', 'CANCELLED', 'REJECT', 'FAIL'].includes(status)
}

/** Whether a completed movement can be repeated at the present price. */
export function mayRepeat({ type, status }: Pick<Transaction, 'type' | 'status'>): boolean {
  return FORMS.has(type) && status === 'DONE'
}
