import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Line, LineKind } from '../api/exchangeTypes'
import { isZeroDecimal } from './decimal'
import { trimZeros } from './grouping'

/** A price line's name; processing says whose it is, because people ask. */
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

/** The parts of a fee's rule that say something: a fixed sum, a share in percent, and the bounds of what they come to. */
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

/** Lines worth a row: fees always (a free one is good news), rounding and spread only when they are something. */
export function shownLines(lines: readonly Line[], all: boolean): Line[] {
  // With one currency on both sides the amount stands in the headline already.
  const converts = lines.some((line) => line.kind === 'spread' || line.kind === 'our_fee')
  if (!converts) return lines.filter((line) => line.kind !== 'amount_converted')
  if (all) return [...lines]
  const quiet = new Set<LineKind>(['spread', 'rounding'])
  return lines.filter((line) => !quiet.has(line.kind) || !isZeroDecimal(line.amount))
}
