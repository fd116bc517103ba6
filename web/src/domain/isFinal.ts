import type { TransactionStatus } from '../api/exchangeTypes'

const FINAL = new Set<TransactionStatus>(['DONE', 'EXPIRED', 'CANCELLED', 'REJECT', 'RESOLVED', 'FAIL'])

/** Whether nothing more happens by itself. A late payment can still change EXPIRED, so the page keeps listening. */
export function isFinal(status: TransactionStatus): boolean {
  return FINAL.has(status)
}
