import type { Transaction } from '../../api/exchangeTypes'

/** A result that can be felt. */
export type Feel = 'success' | 'warning' | 'error'

/** What a change of a transaction's status feels like. A status that a page opens with is not felt. */
export function feelOf(before: Transaction['status'] | undefined, now: Transaction['status']): Feel | undefined {
  if (before === undefined || before === now) return undefined
  switch (now) {
    case 'DONE':
    case 'RESOLVED':
      return 'success'
    case 'ACTION_REQUIRED':
      return 'warning'
    case 'FAIL':
    case 'REJECT':
    case 'EXPIRED':
      return 'error'
    default:
      return undefined
  }
}
