import type { components } from '../api/schema.gen'
import { cutTo } from './amountInput'
import { trimZeros } from './grouping'
import { compareDecimals, cutDecimal, multiplyDecimals, subtractDecimals } from './decimal'
import { reciprocal } from './rate'

type Schemas = components['schemas']
type Usage = Pick<Schemas['LimitUsage'], 'bucket' | 'period' | 'limit' | 'used' | 'resets_at'>
type Bucket = Usage['bucket']
type Period = Usage['period']

/** One end of a movement, as far as limits go. */
export type LimitEnd = { isOnBalance: boolean; isFiat: boolean }

/** Which limits a movement uses: money of banks and cards that comes or leaves, and coins that leave. What stays on balances uses none. */
export function usesOf(from: LimitEnd, to: LimitEnd): readonly Bucket[] {
  const uses: Bucket[] = []
  if ((!from.isOnBalance && from.isFiat) || (!to.isOnBalance && to.isFiat)) uses.push('fiat')
  if (!to.isOnBalance && !to.isFiat) uses.push('crypto_out')
  return uses
}

/** The limit of which least is left, in euro. */
export type Left = { amount: string; limit: string; period: Period; resets_at?: string | undefined }

/** What is left of a person's limits for a movement; undefined where none holds. */
export function leftOf(limits: readonly Usage[], uses: readonly Bucket[]): Left | undefined {
  let least: Left | undefined
  for (const { bucket, limit, used, period, resets_at } of limits) {
    if (!limit || !uses.includes(bucket)) continue
    const amount = leftUnder(limit, used)
    if (!least || compareDecimals(amount, least.amount) === -1) least = { amount, limit, period, resets_at }
  }
  return least
}

/** The rest of a limit, never less than nothing. */
function leftUnder(limit: string, used: string): string {
  return compareDecimals(used, limit) === -1 ? (subtractDecimals(limit, used) ?? '0') : '0'
}

type After = Pick<Schemas['NearLimit'], 'period' | 'limit' | 'used' | 'currency'>

/** What an order leaves of the daily and of the monthly limit: of two limits of one period, the one of which less is left. */
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
 * The most that this person can give now, in the given currency, rounded down to what can be typed; undefined where no limit
 * holds or no price says what it is. `price` is of one unit, in euro.
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

/** Three significant digits, cut. */
function typable(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  if (!/^0*$/.test(whole)) {
    const kept = whole.slice(0, 3).padEnd(whole.length, '0')
    return whole.length >= 3 ? kept : `${whole}.${fraction.slice(0, 3 - whole.length)}`
  }
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  return `0.${fraction.slice(0, zeros + 3)}`
}
