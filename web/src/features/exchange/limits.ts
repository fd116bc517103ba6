import type { Direction, Quote } from '../../api/exchangeTypes'
import { compareDecimals } from '../../domain/decimal'
import { trimZeros } from '../../domain/grouping'
import { wireAmount } from '../../domain/amountInput'

export type Limits = {
  min: string | undefined
  max: string | undefined
  /** The maximum is the whole balance. */
  isAll?: boolean
}

/** An amount outside the limits, with the exceeded limit. */
export type LimitProblem = { kind: 'below' | 'above'; limit: string; currency: string }

/** The limits of one end of a direction, for the limit buttons and for validation. */
export function limitsOf(end: 'from' | 'to', direction: Direction | undefined): Limits {
  if (end === 'from') return { min: direction?.min_from, max: direction?.max_from }
  return { min: direction?.min_to, max: direction?.max_to }
}

/** The limits with the customer's own maximum. Without a valid maximum there is no button for it. */
export function within({ min, max }: Limits, own: string | undefined): Limits {
  if (own === undefined || (max && compareDecimals(max, own) !== 1)) return { min, max }
  return { min, max: min && compareDecimals(own, min) === -1 ? undefined : own }
}

/** The limits with the available balance, which can be spent completely. */
export function withinBalance(limits: Limits, available: string | undefined): Limits {
  const { min, max } = within(limits, available)
  return available !== undefined && max === available ? { min, max: trimZeros(available), isAll: true } : { min, max }
}

/** Validates while the customer types; the server applies the same limits. */
export function limitProblem(typed: string, currency: string, limits: Limits): LimitProblem | undefined {
  const amount = wireAmount(typed)
  if (!amount) return undefined
  if (limits.min && compareDecimals(amount, limits.min) === -1) {
    return { kind: 'below', limit: limits.min, currency }
  }
  if (limits.max && compareDecimals(amount, limits.max) === 1) {
    return { kind: 'above', limit: limits.max, currency }
  }
  return undefined
}

/** Whether a new firm quote changes an amount, so that the customer must agree again. */
export function amountMoved(
  before: Pick<Quote, 'from_amount' | 'to_amount'>,
  after: Pick<Quote, 'from_amount' | 'to_amount'>,
): boolean {
  return (
    compareDecimals(before.from_amount, after.from_amount) !== 0 ||
    compareDecimals(before.to_amount, after.to_amount) !== 0
  )
}
