import type { Line, Money, Transaction } from '../../../api/exchangeTypes'
import { BALANCE } from '../../../domain/balance'
import { addDecimals, isZeroDecimal, subtractDecimals } from '../../../domain/decimal'

/** A refund has the paid transaction as its parent. */
type OfParent = Pick<Transaction, 'parent'> & Partial<Pick<Transaction, 'display_type'>>

type FeeLines = readonly Pick<Line, 'kind' | 'amount' | 'currency'>[]

/** Whether this is an unmatched payment: late or duplicate, with an order as its parent. */
export function isUnmatchedPayment({ parent, display_type }: OfParent): boolean {
  return Boolean(parent) && display_type !== 'refund'
}

/** Whether the balance gives the money, so that nobody pays and a cancellation gives it back. */
export function isFromBalance({ from }: { from: Pick<Transaction['from'], 'payway'> }): boolean {
  return from.payway === BALANCE
}

/** Whether the money has reached its end. The headline says where it is, so nothing else needs to. */
export function isSettled({ status, sub_state }: Pick<Transaction, 'status' | 'sub_state'>): boolean {
  return status === 'DONE' || (status === 'RESOLVED' && (sub_state === 'refunded' || sub_state === 'deposited'))
}

/** Whether the exchange was executed. */
export function wasExchanged({ steps }: Pick<Transaction, 'steps'>): boolean {
  return steps.some((step) => step.kind === 'exchange' && step.state === 'done')
}

/** Whether the ordered terms apply: the order is done, exchanged, or still running. */
export function isExchange(transaction: OfParent & Pick<Transaction, 'status' | 'steps' | 'headline'>): boolean {
  const isDone = transaction.status === 'DONE'
  return (
    !isUnmatchedPayment(transaction) &&
    (isDone || transaction.headline.kind === 'expected' || wasExchanged(transaction))
  )
}

/** The fees of an order: those taken, or those of the price until then. */
export function feesOf(
  transaction: Pick<Transaction, 'fees_taken' | 'headline' | 'steps'> & { price: { lines: FeeLines } },
): FeeLines {
  const { headline, price, fees_taken } = transaction
  return headline.kind === 'expected' && !wasExchanged(transaction) ? price.lines : fees_taken
}

/** Whether to show the progress bar: the order is running or completed. */
export function hasProgress({ status }: Pick<Transaction, 'status'>): boolean {
  return !['EXPIRED', 'CANCELLED', 'REJECT', 'FAIL', 'RESOLVED'].includes(status)
}

/** The payway of the current payout. A refund uses the payway of the payment. */
export function payoutWay({ from, to, sub_state }: Pick<Transaction, 'from' | 'to' | 'sub_state'>): string {
  return sub_state === 'refunding' || sub_state === 'refunded' ? from.payway : to.payway
}

/**
 * The difference between the received and the expected amount; negative if less arrived. Returns `undefined` if they
 * are equal or nothing was expected.
 */
export function mismatch(transaction: Pick<Transaction, 'action' | 'from'>): Money | undefined {
  const { action, from } = transaction
  const difference = action && subtractDecimals(action.received, action.expected)
  return difference === undefined || isZeroDecimal(difference)
    ? undefined
    : { amount: difference, currency: from.currency }
}

/** The sum of all fees. Returns 'free' without fees, and `undefined` for fees in several currencies. */
export function totalFees(lines: FeeLines): Money | 'free' | undefined {
  const fees = lines.filter(
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
