import { describe, expect, it } from 'vitest'
import type { Line } from '../api/exchangeTypes'
import { feeParts, shownLines } from './lines'

const line = (kind: Line['kind'], amount: string, fee?: Line['fee']): Line => ({
  kind,
  amount,
  currency: 'EUR',
  ...(fee ? { fee } : {}),
})

describe('price lines', () => {
  it('names the parts of a fee that count', () => {
    const both = line('processing_fee', '1.65', { type: 'COOPERATE', add: '0.30', mult: '0.54' })
    expect(feeParts(both)).toEqual({ add: '0.30', percent: '0.54', least: undefined, most: undefined })
    const fraction = line('our_fee', '2.25', { type: 'MULT', add: '0.00', mult: '0.900' })
    expect(feeParts(fraction)).toEqual({ add: undefined, percent: '0.9', least: undefined, most: undefined })
    const least = line('our_fee', '0.99', { type: 'MULT', add: '0.00', mult: '1', min: '0.99' })
    expect(feeParts(least)).toEqual({ add: undefined, percent: '1', least: '0.99', most: undefined })
    expect(Object.values(feeParts(line('network_fee', '0.00')))).toEqual([undefined, undefined, undefined, undefined])
  })

  it('keeps a free fee in view but not a rounding of nothing', () => {
    const lines = [line('network_fee', '0.00'), line('rounding', '0.00'), line('spread', '0.10')]
    expect(shownLines(lines, false).map((shown) => shown.kind)).toEqual(['network_fee', 'spread'])
    expect(shownLines(lines, true)).toHaveLength(3)
  })
})
