import type { components } from '../api/schema.gen'
import { cutTo } from './amountInput'
import { trimZeros } from './grouping'
import { compareDecimals, cutDecimal, multiplyDecimals } from './decimal'
import { leftUnder } from './leftUnder'
import { reciprocal } from './rate'

type Schemas = components['schemas']
type Usage = Pick<Schemas['LimitUsage'], 'bucket' | 'period' | 'limit' | 'used' | 'resets_at'>
type Bucket = Usage['bucket']
type Period = Usage['period']

/** The properties of a movement's end that matter for limits. */
export type LimitEnd = { isOnBalance: boolean; isFiat: boolean }

/** The limits that a movement consumes: fiat in or out, and crypto out. Movements between balances consume none. */
export function usesOf(from: LimitEnd, to: LimitEnd): readonly Bucket[] {
  const uses: Bucket[] = []
  if ((!from.isOnBalance && from.isFiat) || (!to.isOnBalance && to.isFiat)) uses.push('fiat')
  if (!to.isOnBalance && !to.isFiat) uses.push('crypto_out')
  return uses
}

/** The limit with the smallest rest, in euro. */
export type Left = { amount: string; limit: string; period: Period; resets_at?: string | undefined }

/** The smallest rest of the customer's limits for a movement. `undefined` if no limit applies. */
export function leftOf(limits: readonly Usage[], uses: readonly Bucket[]): Left | undefined {
  let least: Left | undefined
  for (const { bucket, limit, used, period, resets_at } of limits) {
    if (!limit || !uses.includes(bucket)) continue
    const amount = leftUnder(limit, used)
    if (!least || compareDecimals(amount, least.amount) === -1) least = { amount, limit, period, resets_at }
  }
  return least
}

type After = Pick<Schemas['NearLimit'], 'period' | 'limit' | 'used' | 'currency'>

/**
 * The rest of the daily and monthly limits after an order. Of several limits for a period, the one with the smallest
 * rest.
 */
export function leftAfter(
  limits: readonly After[],
): { period: Period; left: string; limit: string; currency: string }[] {
  return (['day', 'month'] as const).flatMap((period) => {
    const of = limits.filter((one) => one.period === period)
    const rest = of.map(({ limit, used, currency }) => ({ period, left: leftUnder(limit, used), limit, currency }))
    return rest.sort((a, b) => compareDecimals(a.left, b.left) ?? 0).slice(0, 1)
  })
}

/**
 * The customer's current maximum in the given currency, rounded down to an amount that is easy to type. `undefined`
 * without a limit or a price. `price` is the value of one unit in euro.
 */
export function ownMaximum(
  left: string | undefined,
  currency: string,
  price: string | undefined,
  scale: number,
): string | undefined {
  if (left === undefined) return undefined
  if (currency === 'EUR') return cutTo(left, scale)
  const amount = price && multiplyDecimals(left, reciprocal(price))
  return amount ? trimZeros(cutTo(typable(cutDecimal(amount, 18)), scale)) : undefined
}

/** Truncates to three significant digits. */
function typable(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  if (!/^0*$/.test(whole)) {
    const kept = whole.slice(0, 3).padEnd(whole.length, '0')
    return whole.length >= 3 ? kept : `${whole}.${fraction.slice(0, 3 - whole.length)}`
  }
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  return `0.${fraction.slice(0, zeros + 3)}`
}
