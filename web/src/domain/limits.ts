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

type Side = 'from' | 'to'

/** A limit that a movement consumes, and the end whose amount the server counts. */
export type LimitUse = { bucket: Bucket; end: Side }

/**
 * The limits that a movement consumes: fiat in or out, and crypto out. Movements between balances consume none. The
 * server counts incoming fiat as given, and whatever is paid out as received.
 */
export function usesOf(from: LimitEnd, to: LimitEnd): readonly LimitUse[] {
  const uses: LimitUse[] = []
  if (!from.isOnBalance && from.isFiat) uses.push({ bucket: 'fiat', end: 'from' })
  else if (!to.isOnBalance && to.isFiat) uses.push({ bucket: 'fiat', end: 'to' })
  if (!to.isOnBalance && !to.isFiat) uses.push({ bucket: 'crypto_out', end: 'to' })
  return uses
}

/** The rest of a limit, and the end whose amount is counted against it. */
export type Left = {
  amount: string
  limit: string
  currency: string
  period: Period
  resets_at?: string | undefined
  end: Side
  /** The payway, if the limit is about payments by it alone. */
  payway?: string | undefined
}

/** The rests of the customer's limits for a movement, the smallest first. */
export function leftsOf(limits: readonly Usage[], uses: readonly LimitUse[]): Left[] {
  const lefts = limits.flatMap(({ bucket, limit, used, period, resets_at }) => {
    const use = uses.find((one) => one.bucket === bucket)
    return limit && use
      ? [{ amount: leftUnder(limit, used), limit, currency: 'EUR', period, resets_at, end: use.end }]
      : []
  })
  return lefts.sort((a, b) => compareDecimals(a.amount, b.amount) ?? 0)
}

type PaywayUsage = Pick<
  Schemas['PaywayLimit'],
  'payway' | 'direction' | 'period' | 'limit' | 'used' | 'currency' | 'resets_at'
>

/** The rests of the limits by payway for a movement. An end without a payway is a balance. */
export function paywayLeftsOf(limits: readonly PaywayUsage[], ways: Record<Side, string | undefined>): Left[] {
  return limits.flatMap(({ payway, direction, period, limit, used, currency, resets_at }) => {
    const covers = (end: Side) => {
      const way = ways[end]
      const isWay = way !== undefined && (payway === undefined || payway === way)
      return isWay && (direction === undefined || direction === (end === 'from' ? 'in' : 'out'))
    }
    const end = (['from', 'to'] as const).find(covers)
    return end ? [{ amount: leftUnder(limit, used), limit, currency, period, resets_at, end, payway }] : []
  })
}

/** An amount in euro. `undefined` without a price. */
export const inEuro = (amount: string, currency: string, price: string | undefined): string | undefined =>
  currency === 'EUR' ? amount : price && multiplyDecimals(amount, price)

/** The rests, the smallest in euro first. One without a price is last. */
export function smallestFirst(lefts: readonly Left[], priceOf: (currency: string) => string | undefined): Left[] {
  const worth = ({ amount, currency }: Left) => inEuro(amount, currency, priceOf(currency))
  return lefts.toSorted((a, b) => {
    const [one, other] = [worth(a), worth(b)]
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
    return compareDecimals(one, other) ?? 0
  })
}

/** The payway limit that an order nearly exhausts: 80 % or more. */
export function nearPayway(limits: readonly PaywayUsage[]): PaywayUsage | undefined {
  return limits.find(({ used, limit }) => compareDecimals(multiplyDecimals(used, '1.25') ?? '0', limit) !== -1)
}

/** The limit of which the least is left. `undefined` if no limit applies. */
export function leftOf(limits: readonly Usage[], uses: readonly LimitUse[]): Left | undefined {
  return leftsOf(limits, uses)[0]
}

/** The amount of one end, its currency, and the value of one unit in euro. */
export type Counted = { amount: string | undefined; currency: string; price: string | undefined }

/** The limit that an order exceeds. `undefined` if it fits, or while an amount or a price is unknown. */
export function exceededOf(lefts: readonly Left[], counted: Record<Side, Counted>): Left | undefined {
  return lefts.find(({ amount: left, currency: own, end }) => {
    const { amount, currency, price } = counted[end]
    const asked = amount && (currency === own ? amount : inEuro(amount, currency, price))
    return Boolean(asked) && compareDecimals(asked || '0', left) === 1
  })
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
