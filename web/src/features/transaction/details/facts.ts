import type { Line, Money, Transaction } from '../../../api/exchangeTypes'
import { addDecimals, isZeroDecimal, subtractDecimals } from '../../../flow/decimal'

type FeeLines = readonly Pick<Line, 'kind' | 'amount' | 'currency'>[]

/** A payment without an order: it came too late or twice, and nothing is received for it. */
export function isStray({ parent }: Pick<Transaction, 'parent'>): boolean {
  return Boolean(parent)
}

/** Whether the exchange was made. */
export function wasExchanged({ steps }: Pick<Transaction, 'steps'>): boolean {
  return steps.some((step) => step.kind === 'exchange' && step.state === 'done')
}

/** Whether what was ordered is true of it: it is done, was exchanged, or is still to come. */
export function isExchange(transaction: Pick<Transaction, 'parent' | 'status' | 'steps' | 'headline'>): boolean {
  const isDone = transaction.status === 'DONE'
  return !isStray(transaction) && (isDone || transaction.headline.kind === 'expected' || wasExchanged(transaction))
}

/** What an order costs: the fees that were taken, or those of the price while they are still to come. */
export function feesOf(transaction: Pick<Transaction, 'lines' | 'fees_taken' | 'headline' | 'steps'>): FeeLines {
  const { headline, lines, fees_taken } = transaction
  return headline.kind === 'expected' && !wasExchanged(transaction) ? lines : fees_taken
}

/** Whether the bar above the order says something: it has an end to come to, or has come to it. */
export function hasProgress({ status }: Pick<Transaction, 'status'>): boolean {
  return !['EXPIRED', 'CANCELLED', 'REJECT', 'FAIL', 'RESOLVED'].includes(status)
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
