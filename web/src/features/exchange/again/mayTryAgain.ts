import type { Transaction } from '../../../api/exchangeTypes'

/** What the exchanger makes: from the outside or a balance, to the outside or a balance. */
const EXCHANGES: ReadonlySet<Transaction['type']> = new Set(['EXCHANGE', 'PAYIN_CONVERT', 'CONVERT_PAYOUT'])

/** An exchange that came to nothing and may be begun anew; a payment kept on its own is no exchange. */
export function mayTryAgain({ type, status }: Pick<Transaction, 'type' | 'status'>): boolean {
  return EXCHANGES.has(type) && ['EXPIRED', 'CANCELLED', 'REJECT', 'FAIL'].includes(status)
}
