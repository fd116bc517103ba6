import { describe, expect, it } from 'vitest'
import { formatRate, readableRate } from './rate'

describe('a rate as people read it', () => {
  it('keeps six digits that say something', () => {
    expect(readableRate('1.169864444444')).toBe('1.16986')
    expect(readableRate('80000.120000')).toBe('80000.12')
    expect(readableRate('0.000012345678')).toBe('0.0000123456')
    expect(readableRate('85')).toBe('85')
  })

  it('names one of the dearer currency', () => {
    const quote = { from_currency: 'EUR', to_currency: 'BTC', rate: '0.0000125', inverse_rate: '80000.12' }
    expect(formatRate(quote, 'en')).toBe('1 BTC = 80,000.12 EUR')
    const usdt = { from_currency: 'EUR', to_currency: 'USDT', rate: '1.16986', inverse_rate: '0.85480' }
    expect(formatRate(usdt, 'en')).toBe('1 EUR = 1.16986 USDT')
  })
})
