import { readAmount } from '../../domain/amountInput'
import type { Separators } from '../../domain/grouping'

const AMOUNT = /^\d+(\.\d+)?$/
/** From 0 to 1. */
const SPREAD = /^(0(\.\d+)?|1(\.0+)?)$/
/** The most decimals of any currency. The server refuses more than a currency has. */
const SCALE = 18

export const isAmount = (text: string): boolean => AMOUNT.test(text)

/** For an amount that may be left empty. */
export const isAmountOrNone = (text: string): boolean => text === '' || isAmount(text)

export const isSpread = (text: string): boolean => SPREAD.test(text)

/** A typed amount or percentage as the server reads it. A text that is no amount stays, so that it is none. */
export function wireText(typed: string, separators: Separators): string {
  const { wire, refused } = readAmount(typed, SCALE, separators)
  return refused ? typed : wire.replace(/\.$/, '')
}
