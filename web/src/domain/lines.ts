import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Line, LineKind } from '../api/exchangeTypes'
import { isZeroDecimal } from './decimal'
import { trimZeros } from './grouping'

/** The name of a price line. The processing line names the payment method, because customers ask about it. */
export function lineWord(kind: LineKind, paywayKind?: 'crypto' | 'card' | 'iban' | 'code'): MessageDescriptor {
  switch (kind) {
    case 'amount_converted':
      return msg`Amount converted`
    case 'our_fee':
      return msg`Our fee`
    case 'processing_fee':
      if (paywayKind === 'card') return msg`Card processing`
      if (paywayKind === 'iban') return msg`Bank processing`
      return msg`Processing fee`
    case 'network_fee':
      return msg`Network fee`
    case 'spread':
      return msg`Spread`
    case 'rounding':
      return msg`Rounding`
  }
}

export type FeeParts = Record<'add' | 'percent' | 'least' | 'most', string | undefined>

/** The relevant parts of a fee rule: fixed amount, percentage, minimum and maximum. */
export function feeParts({ fee }: Pick<Line, 'fee'>): FeeParts {
  const some = (amount: string | undefined) => (amount && !isZeroDecimal(amount) ? amount : undefined)
  const mult = some(fee?.mult)
  return {
    add: some(fee?.add),
    percent: mult && trimZeros(mult, 0),
    least: some(fee?.min),
    most: some(fee?.max),
  }
}

/** The lines to show: fees always, even free ones; rounding and spread only if not zero. */
export function shownLines(lines: readonly Line[], all: boolean): Line[] {
  // With one currency on both sides, the headline already shows the amount.
  const converts = lines.some((line) => line.kind === 'spread' || line.kind === 'our_fee')
  if (!converts) return lines.filter((line) => line.kind !== 'amount_converted')
  if (all) return [...lines]
  const quiet = new Set<LineKind>(['spread', 'rounding'])
  return lines.filter((line) => !quiet.has(line.kind) || !isZeroDecimal(line.amount))
}
