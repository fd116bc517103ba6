import { compareDecimals } from '../../domain/decimal'
import { leftUnder } from '../../domain/leftUnder'
import type { Limits } from './queries'

/** A monthly limit, its rest, and the same limit of the next level if that is higher. Amounts are in `currency`. */
export type MonthlyLimit = { left: string; limit: string; used: string; currency: string; next?: string | undefined }

/** The monthly limit of cards and banks, or else of crypto. `undefined` if neither is limited. */
export function monthlyLimit({ limits, next }: Pick<Limits, 'limits' | 'next'>): MonthlyLimit | undefined {
  const monthly = limits.filter(({ period, limit }) => period === 'month' && limit !== undefined)
  const usage = monthly.find(({ bucket }) => bucket === 'fiat') ?? monthly[0]
  if (!usage?.limit) return undefined
  const { limit, used, currency, bucket } = usage
  const higher = next?.limits.find((one) => one.bucket === bucket && one.period === 'month')?.limit
  return {
    left: leftUnder(limit, used),
    limit,
    used,
    currency,
    next: higher && compareDecimals(higher, limit) === 1 ? higher : undefined,
  }
}
