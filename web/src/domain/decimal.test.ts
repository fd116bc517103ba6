import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, cutDecimal, isZeroDecimal, multiplyDecimals, subtractDecimals } from './decimal'

describe('decimal strings', () => {
  it('compares amounts of different scales', () => {
    expect(compareDecimals('250', '250.00')).toBe(0)
    expect(compareDecimals('0.1', '0.09')).toBe(1)
    expect(compareDecimals('-1', '1')).toBe(-1)
    expect(compareDecimals('', '1')).toBeUndefined()
  })

  it('keeps the last of eighteen decimals where a float would lose it', () => {
    expect(addDecimals('5000000000.000000000000000001', '0.1')).toBe('5000000000.100000000000000001')
    expect(subtractDecimals('1.000000000000000000', '0.000000000000000001')).toBe('0.999999999999999999')
    expect(subtractDecimals('0.40', '0.50')).toBe('-0.10')
  })

  it('estimates without rounding up', () => {
    expect(cutDecimal(multiplyDecimals('0.00312419', '80000.12') ?? '', 2)).toBe('249.93')
    expect(cutDecimal('12', 2)).toBe('12')
  })

  it('knows zero in any scale', () => {
    expect(isZeroDecimal('0.00000000')).toBe(true)
    expect(isZeroDecimal('0.00000001')).toBe(false)
  })
})
