import type { components } from '../api/schema.gen'
import { compareDecimals, isZeroDecimal } from './decimal'

type Balance = components['schemas']['Balance']

/** The threshold of a small balance, in the main currency. */
const SMALL_BELOW = '1'

/** Whether a balance is small. A balance of unknown value or with a pending amount never is. */
export function isSmall({ main_value, pending }: Pick<Balance, 'main_value' | 'pending'>): boolean {
  return main_value !== undefined && isZeroDecimal(pending) && compareDecimals(main_value, SMALL_BELOW) === -1
}
