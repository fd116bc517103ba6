import type { components } from '../api/schema.gen'
import { compareDecimals, isZeroDecimal } from './decimal'

type Balance = components['schemas']['Balance']

/** The available amounts of all balances with money, by currency; the most valuable first. */
export type Held = ReadonlyMap<string, string>

type Kept = Pick<Balance, 'currency' | 'posted' | 'available' | 'main_value'>

export function heldOf(balances: readonly Kept[]): Held {
  const worth = (balance: Kept) => balance.main_value ?? '0'
  const kept = balances.filter(({ posted }) => !isZeroDecimal(posted))
  const sorted = kept.sort((a, b) => compareDecimals(worth(b), worth(a)) ?? 0)
  return new Map(sorted.map(({ currency, available }) => [currency, available]))
}
