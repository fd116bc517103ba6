import type { components } from '../api/schema.gen'
import { compareDecimals } from './decimal'

type Valued = Pick<components['schemas']['Balance'], 'main_value'>

/** Orders balances by value, the most valuable first. Those of unknown value come last. */
export function byValue(a: Valued, b: Valued): number {
  if (a.main_value === undefined || b.main_value === undefined)
    return Number(a.main_value === undefined) - Number(b.main_value === undefined)
  return compareDecimals(b.main_value, a.main_value) ?? 0
}
