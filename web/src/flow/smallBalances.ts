import type { components } from '../api/schema.gen'
import { compareDecimals, isZeroDecimal } from './decimal'

type Balance = components['schemas']['Balance']

/** Below this, in the person's main currency, a balance is small. */
const SMALL_BELOW = '1'

/** Whether a balance is worth next to nothing. One of unknown worth, or with something under way, never is. */
export function isSmall({ main_value, pending }: Pick<Balance, 'main_value' | 'pending'>): boolean {
  return main_value !== undefined && isZeroDecimal(pending) && compareDecimals(main_value, SMALL_BELOW) === -1
}
