import { readAmount, wireAmount } from '../amountInput'
import { separatorsOf } from '../grouping'

/** The unit of an amount field: the decimals, and the currency if it is money. */
export type Unit = { scale: number; currency?: string | undefined }

/**
 * The amount of a typed text, with exactly the decimals of its unit: "25" in EUR is "25.00". `undefined` for an empty
 * or rejected text and for zero.
 */
export function amountOf(text: string, { scale, currency }: Unit, locale: string): string | undefined {
  const wire = wireAmount(readAmount(text, scale, separatorsOf(locale), currency).wire)
  if (wire === undefined || scale === 0) return wire
  const [whole = '', fraction = ''] = wire.split('.')
  return `${whole}.${fraction.padEnd(scale, '0')}`
}

/** The number of a typed text, which may be zero. `undefined` for an empty or rejected text. */
export function numberOf(text: string, scale: number, locale: string): string | undefined {
  const { wire } = readAmount(text, scale, separatorsOf(locale))
  return wire.replace(/\.$/, '') || undefined
}
