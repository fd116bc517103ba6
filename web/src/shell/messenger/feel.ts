import type { Transaction } from '../../api/exchangeTypes'

/** What a change of a transaction's status feels like. A status that a page opens with is not felt. */
export function feelOf(
  before: Transaction['status'] | undefined,
  now: Transaction['status'],
): 'success' | 'warning' | 'error' | undefined {
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
