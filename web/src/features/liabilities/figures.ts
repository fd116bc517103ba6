/**
 * Sums of balances, apart from the components that show them: the React Compiler loses bigint literals (`0n` becomes
 * undefined), and it compiles components and hooks only.
 */
import { compareDecimals, printDecimal } from '../../flow/decimal'

export const isNothing = (atoms: bigint): boolean => atoms === 0n

export const isCovered = (percent: bigint): boolean => percent >= 100n

type Balance = { currency: string; posted: string }

/** Whether somebody has something else now than they had then; of currencies without a known scale nothing is said. */
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
