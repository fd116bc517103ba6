import type { Line } from '../../api/exchangeTypes'
import { isZeroDecimal } from '../../domain/decimal'

/** The lines of a price that are taken from a deposit. */
export function feeLines(lines: readonly Line[]): Line[] {
  return lines.filter(({ kind, amount }) => kind !== 'amount_converted' && !isZeroDecimal(amount))
}
