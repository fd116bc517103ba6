import type { components } from '../api/schema.gen'
import { byValue } from './byValue'
import { isZeroDecimal } from './decimal'

type Balance = components['schemas']['Balance']

/** The available amounts of all balances with money, by currency; the most valuable first. */
export type Held = ReadonlyMap<string, string>

type BalanceAmounts = Pick<Balance, 'currency' | 'posted' | 'available' | 'main_value'>

export function heldOf(balances: readonly BalanceAmounts[]): Held {
  const kept = balances.filter(({ posted }) => !isZeroDecimal(posted))
  return new Map(kept.sort(byValue).map(({ currency, available }) => [currency, available]))
}
