import type { MovementKind } from '../api/exchangeTypes'
import type { components } from '../api/schema.gen'
import { cutTo } from './amountInput'
import { trimZeros } from './grouping'
import { compareDecimals, cutDecimal, multiplyDecimals, subtractDecimals } from './decimal'
import { reciprocal } from './rate'

type Schemas = components['schemas']
type Usage = Pick<Schemas['LimitUsage'], 'bucket' | 'limit' | 'used'>

/** Which limits an exchange uses: money of banks and cards on a purchase and a sale, coins that leave on all but a sale. */
const USES: Record<MovementKind, readonly Usage['bucket'][]> = {
  BUY: ['fiat', 'crypto_out'],
  SELL: ['fiat'],
  SWAP: ['crypto_out'],
  DEPOSIT: ['fiat'],
  WITHDRAW: ['fiat', 'crypto_out'],
  CONVERT: [],
}

/** What is left of a person's limits for an exchange, in euro; undefined where none holds. */
export function leftOf(limits: readonly Usage[], side: MovementKind): string | undefined {
  let least: string | undefined
  for (const { bucket, limit, used } of limits) {
    if (!limit || !USES[side].includes(bucket)) continue
    const left = compareDecimals(used, limit) === -1 ? (subtractDecimals(limit, used) ?? '0') : '0'
    if (least === undefined || compareDecimals(left, least) === -1) least = left
  }
  return least
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
