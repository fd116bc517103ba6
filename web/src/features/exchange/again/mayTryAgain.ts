import type { Transaction } from '../../../api/exchangeTypes'

/** The types that the exchange form creates: from a payment or a balance, to a payout or a balance. */
const EXCHANGES: ReadonlySet<Transaction['type']> = new Set(['EXCHANGE', 'PAYIN_CONVERT', 'CONVERT_PAYOUT'])

/** Whether a failed exchange can be repeated. An unmatched payment is not an exchange. */
export function mayTryAgain({ type, status }: Pick<Transaction, 'type' | 'status'>): boolean {
  return EXCHANGES.has(type) && ['EXPIRED', 'CANCELLED', 'REJECT', 'FAIL'].includes(status)
}
