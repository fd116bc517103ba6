import type { Transaction } from '../../../api/exchangeTypes'

/** An exchange that came to nothing and may be begun anew; a payment kept on its own is no exchange. */
export function mayTryAgain({ type, status }: Pick<Transaction, 'type' | 'status'>): boolean {
  return type === 'EXCHANGE' && ['EXPIRED', 'CANCELLED', 'REJECT', 'FAIL'].includes(status)
}
