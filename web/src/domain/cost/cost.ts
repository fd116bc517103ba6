import type { Line, LineKind, Money } from '../../api/exchangeTypes'
import { addDecimals, compareDecimals, divideDecimals, isZeroDecimal, multiplyDecimals, roundDecimal } from '../decimal'

/** A priced movement: both amounts, and all parts of the price. A quote and an order have this shape. */
export type Priced = {
  from: Money
  to: Money
  lines: readonly Line[]
  /** The total cost in percent, with two decimals. */
  percent: string
}

/** One part of the cost, in the given currency. */
export type CostPart = { kind: LineKind; amount: string }

export type Cost = {
  /** The sum of all fees, the spread and the rounding, in the given currency. */
  total: Money
  percent: string
  /** The parts that cost something, in the order of the lines. */
  parts: CostPart[]
}

/** Enough decimals for the intermediate results of a displayed value. */
const PRECISION = 18

/**
 * The total cost in the given currency. Lines in the received currency are converted at the reference rate of the
 * price: the received amount and all lines in its currency are worth the converted amount. `undefined` if the lines do
 * not tell that rate.
 */
export function costOf({ from, to, lines, percent }: Priced): Cost | undefined {
  const value = valuer(from, to, lines)
  const parts: CostPart[] = []
  let sum = '0'
  for (const { kind, ...line } of lines) {
    if (kind === 'amount_converted' || isZeroDecimal(line.amount)) continue
    const amount = value(line)
    const next = amount && addDecimals(sum, amount)
    if (!amount || !next) return undefined
    sum = next
    parts.push({ kind, amount })
  }
  const total = { amount: roundDecimal(sum, scaleOf(from.amount)), currency: from.currency }
  return { total, percent, parts }
}

/** Converts a line to the given currency. */
function valuer(from: Money, to: Money, lines: readonly Line[]): (line: Money) => string | undefined {
  if (from.currency === to.currency) return (line) => line.amount
  const { converted, worth } = rateOf(from, to, lines)
  return ({ amount, currency }) => {
    if (currency === from.currency) return amount
    const scaled = converted && currency === to.currency ? multiplyDecimals(amount, converted) : undefined
    return scaled && worth ? divideDecimals(scaled, worth, PRECISION) : undefined
  }
}

/** The converted amount and what it is worth in the received currency: the reference rate of the price. */
function rateOf(from: Money, to: Money, lines: readonly Line[]) {
  const converted = lines.find((line) => line.kind === 'amount_converted' && line.currency === from.currency)?.amount
  const worth = lines
    .filter((line) => line.currency === to.currency && line.kind !== 'amount_converted')
    .reduce<string | undefined>((sum, line) => sum && addDecimals(sum, line.amount), to.amount)
  return { converted, worth }
}

function scaleOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

/** The widths of a bar in percent: each part of the cost, of which the given amount is 100. For display only. */
export function barWidths({ parts }: Cost, given: string): { kind: LineKind; width: number }[] {
  const whole = Number(given)
  const paid = parts.filter(({ amount }) => compareDecimals(amount, '0') === 1)
  return paid.map(({ kind, amount }) => ({
    kind,
    width: whole > 0 ? Math.min(100, (Number(amount) / whole) * 100) : 0,
  }))
}
