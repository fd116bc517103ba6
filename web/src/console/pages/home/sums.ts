import { addDecimals } from '../../../domain/decimal'

type Money = { amount: string; currency: string }

/** The sums of the amounts, one for each currency, in the order of their first appearance. */
export function sumsOf(amounts: readonly (Money | undefined)[]): Money[] {
  const sums = new Map<string, string>()
  for (const money of amounts) {
    if (!money) continue
    const sum = addDecimals(sums.get(money.currency) ?? '0', money.amount)
    if (sum !== undefined) sums.set(money.currency, sum)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
