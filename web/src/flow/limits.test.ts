import { describe, expect, it } from 'vitest'
import { leftOf, ownMaximum } from './limits'

const limits = [
  { bucket: 'fiat', limit: '1000.00', used: '250.00' },
  { bucket: 'fiat', limit: '2000.00', used: '1900.00' },
  { bucket: 'crypto_out', limit: '500.00', used: '700.00' },
  { bucket: 'crypto_out', used: '700.00' },
] as const

describe('what is left of a person’s limits', () => {
  it('is the least of the limits that the exchange uses, and never less than nothing', () => {
    expect(leftOf(limits, 'SELL')).toBe('100.00')
    expect(leftOf(limits, 'SWAP')).toBe('0')
    expect(leftOf(limits, 'BUY')).toBe('0')
    expect(leftOf([{ bucket: 'fiat', used: '5.00' }], 'SELL')).toBeUndefined()
  })

  it('is shown in the given currency, rounded down to what can be typed', () => {
    expect(ownMaximum('1000.00', 'EUR', undefined, 2)).toBe('1000.00')
    expect(ownMaximum('1000.00', 'BTC', '80123.45', 8)).toBe('0.0124')
    expect(ownMaximum('1000.00', 'PLN', '0.2345', 2)).toBe('4260')
    expect(ownMaximum('1000.00', 'JPY', '0.0061', 0)).toBe('163000')
    expect(ownMaximum('1000.00', 'BTC', undefined, 8)).toBeUndefined()
    expect(ownMaximum(undefined, 'EUR', undefined, 2)).toBeUndefined()
    expect(ownMaximum('0', 'BTC', '80123.45', 8)).toMatch(/^0(\.0*)?$/)
  })
})
