/**
 * Calculations with balances, separate from the components that show them: the React Compiler loses bigint literals
 * (`0n` becomes undefined), and it compiles components and hooks only.
 */
import { compareDecimals, printDecimal } from '../../domain/decimal'

export const isNothing = (atoms: bigint): boolean => atoms === 0n

export const isCovered = (percent: bigint): boolean => percent >= 100n

type Balance = { currency: string; posted: string }

/** Whether a balance has changed. Ignores currencies with an unknown scale. */
export function hasChanged(
  now: readonly Balance[],
  then: ReadonlyMap<string, bigint>,
  scales: ReadonlyMap<string, number>,
): boolean {
  return now.some(({ currency, posted }) => {
    const scale = scales.get(currency)
    return scale !== undefined && compareDecimals(posted, printDecimal(then.get(currency) ?? 0n, scale)) !== 0
  })
}
