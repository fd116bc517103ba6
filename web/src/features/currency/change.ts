import { BALANCE } from '../../domain/balance'
import { isZeroDecimal, subtractDecimals } from '../../domain/decimal'
import type { Transaction } from '../../domain/queries'

type Ends = Pick<Transaction, 'from' | 'to' | 'headline' | 'deposited'>

/** The signed change of a balance by a transaction, or the one that is expected. `undefined` if there is none. */
export function changeOf(transaction: Ends, currency: string): string | undefined {
  const change = subtractDecimals(cameIn(transaction, currency), wentOut(transaction, currency))
  return change === undefined || isZeroDecimal(change) ? undefined : change
}

function wentOut({ from, headline }: Ends, currency: string): string {
  const isOwn = from.payway === BALANCE && from.currency === currency
  return isOwn && headline.kind !== 'not_paid' ? from.amount : '0'
}

function cameIn({ to, headline, deposited }: Ends, currency: string): string {
  if (deposited) return deposited.currency === currency ? deposited.amount : '0'
  const isOwn = to.payway === BALANCE && to.currency === currency
  return isOwn && headline.kind === 'expected' ? to.amount : '0'
}
