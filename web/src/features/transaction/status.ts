import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Transaction } from '../../api/exchangeTypes'

/** Whether the customer must pay, or confirm a payment at the bank. */
export function awaitsPayment({ status, sub_state, allowed, source }: Transaction): boolean {
  if (!source.instructions) return false
  const canPay = allowed.includes('pay_card') || allowed.includes('pay_code')
  return status === 'NEW' || canPay || sub_state === 'waiting_for_approval'
}

type Typed = Pick<Transaction, 'display_type' | 'side'>

/** The type as the customer knows it: what is exchanged on its way to the balance was bought, sold or swapped. */
export function shownType({ display_type, side }: Typed): Transaction['display_type'] {
  if (display_type !== 'deposit' || !side) return display_type
  return ({ BUY: 'purchase', SELL: 'sale', SWAP: 'swap' } as const)[side]
}

export function shownTypeWord(transaction: Typed): MessageDescriptor {
  switch (shownType(transaction)) {
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

/** The only service that issues codes as payouts. Its name is a brand, the same in every language. */
export const CODE_ISSUER = 'WhiteBIT'
