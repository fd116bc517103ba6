import { describe, expect, it } from 'vitest'
import { hasChanged } from './figures'

describe('a balance', () => {
  const scales = new Map([['EUR', 2]])
  const changed = (posted: string, then: bigint | undefined) =>
    hasChanged([{ currency: 'EUR', posted }], new Map(then === undefined ? [] : [['EUR', then]]), scales)

  it('has changed since it was published when its last unit has', () => {
    expect(changed('100.00', 10_000n)).toBe(false)
    expect(changed('100.01', 10_000n)).toBe(true)
    expect(changed('0.00', undefined)).toBe(false)
    expect(changed('0.01', undefined)).toBe(true)
    expect(changed('90071992547409930.01', 9_007_199_254_740_993_001n)).toBe(false)
  })

  it('of a currency that is not known has not', () => {
    expect(hasChanged([{ currency: 'XXX', posted: '1' }], new Map(), scales)).toBe(false)
  })
})
