import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Transaction, TransactionStatus } from '../../api/exchangeTypes'

const FINAL = new Set<TransactionStatus>(['DONE', 'EXPIRED', 'CANCELLED', 'REJECT', 'RESOLVED', 'FAIL'])

/** Whether nothing more happens by itself. A late payment can still change EXPIRED, so the page keeps listening. */
export function isFinal(status: TransactionStatus): boolean {
  return FINAL.has(status)
}

/** Whether the customer must pay, or confirm a payment at the bank. */
export function awaitsPayment({ status, sub_state, allowed, payment }: Transaction): boolean {
  if (!payment) return false
  const canPay = allowed.includes('pay_card') || allowed.includes('pay_blik')
  return status === 'NEW' || canPay || sub_state === 'waiting_for_approval'
}

export function displayTypeWord(type: Transaction['display_type']): MessageDescriptor {
  switch (type) {
    case 'purchase':
      return msg`Purchase`
    case 'sale':
      return msg`Sale`
    case 'swap':
      return msg`Swap`
    case 'withdraw':
      return msg`Withdrawal`
    case 'convert':
      return msg`Conversion`
    case 'refund':
      return msg`Refund`
    case 'transfer':
      return msg`Transfer`
    case 'deposit':
      return msg`Deposit`
  }
}
