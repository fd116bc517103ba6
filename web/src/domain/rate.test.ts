import { describe, expect, it } from 'vitest'
import { formatOneWay, formatRate, readablePrice, readableRate, reciprocal } from './rate'

describe('a rate as people read it', () => {
  it('keeps six digits that say something', () => {
    expect(readableRate('1.169864444444')).toBe('1.16986')
    expect(readableRate('80000.120000')).toBe('80000.12')
    expect(readableRate('0.000012345678')).toBe('0.0000123456')
    expect(readableRate('85')).toBe('85')
    expect(readableRate('80253.6')).toBe('80253.60')
    expect(readablePrice('79720')).toBe('79720.00')
    expect(readablePrice('2.50314')).toBe('2.50314')
  })

  it('names one of the dearer currency', () => {
    const quote = { from_currency: 'EUR', to_currency: 'BTC', rate: '0.0000125', inverse_rate: '80000.12' }
    expect(formatRate(quote, 'en')).toBe('1 BTC = 80,000.12 EUR')
    const usdt = { from_currency: 'EUR', to_currency: 'USDT', rate: '1.16986', inverse_rate: '0.85480' }
    expect(formatRate(usdt, 'en')).toBe('1 EUR = 1.16986 USDT')
  })

  it('turns a rate round when only one direction is known', () => {
    expect(reciprocal('0.0000125')).toBe('80000.000000000000')
    expect(reciprocal('3')).toBe('0.333333333333')
    expect(reciprocal('0.00')).toBe('0')
    expect(formatOneWay('EUR', 'BTC', '0.0000125', 'en')).toBe('1 BTC = 80,000.00 EUR')
    expect(formatOneWay('LTC', 'EUR', '84.91', 'en')).toBe('1 LTC = 84.91 EUR')
  })
})
