import type { Money, Transaction } from '../../../api/exchangeTypes'
import { addDecimals, isZeroDecimal, subtractDecimals } from '../../../flow/decimal'

/** A payment without an order: it came too late or twice, and nothing is received for it. */
export function isStray({ type }: Pick<Transaction, 'type'>): boolean {
  return type === 'PAYIN'
}

/** What the page is about: what an exchange brings, or the stray payment as it came. */
export function headline(transaction: Pick<Transaction, 'type' | 'action' | 'from' | 'to'>): Money {
  const { action, from, to } = transaction
  const amount = isStray(transaction) ? (action?.received ?? from.amount) : to.amount
  return { amount, currency: isStray(transaction) ? from.currency : to.currency }
}

/** The payway of the payout that counts now: a refund goes back where the payment came from. */
export function payoutWay({ from, to, sub_state }: Pick<Transaction, 'from' | 'to' | 'sub_state'>): string {
  return sub_state === 'refunding' || sub_state === 'refunded' ? from.payway : to.payway
}

/** How much more (or, negative, less) came than was asked; undefined when it is the same or nothing is asked. */
export function mismatch(transaction: Pick<Transaction, 'action' | 'from'>): Money | undefined {
  const { action, from } = transaction
  const difference = action && subtractDecimals(action.received, action.expected)
  return difference === undefined || isZeroDecimal(difference)
    ? undefined
    : { amount: difference, currency: from.currency }
}

/** Every fee in one sum; 'free' when none is taken, undefined when they are in more than one currency. */
export function totalFees(transaction: Pick<Transaction, 'lines'>): Money | 'free' | undefined {
  const fees = transaction.lines.filter(
    (line) => line.kind !== 'amount_converted' && line.kind !== 'rounding' && !isZeroDecimal(line.amount),
  )
  const [first] = fees
  if (!first) return 'free'
  if (fees.some((fee) => fee.currency !== first.currency)) return undefined
  const amount = fees.reduce<string | undefined>(
    (sum, fee) => (sum === undefined ? undefined : addDecimals(sum, fee.amount)),
    '0',
  )
  return amount === undefined ? undefined : { amount, currency: first.currency }
}
