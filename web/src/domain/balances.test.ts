import { describe, expect, it } from 'vitest'
import { currencyName } from './currencyName'
import { isSmall } from './smallBalances'

describe('the name of a currency', () => {
  it('is the coin’s own in every language', () => {
    expect(currencyName({ code: 'USDT', name: 'Tether', kind: 'crypto' }, 'uk')).toBe('Tether')
  })
  it('is the reader’s word for money of a state', () => {
    const hryvnia = { code: 'UAH', name: 'Hryvnia', kind: 'fiat' } as const
    expect(currencyName(hryvnia, 'en')).toBe('Hryvnia')
    expect(currencyName(hryvnia, 'uk')).toBe('Українська гривня')
  })
})

describe('a small balance', () => {
  it('is worth less than one unit of the main currency', () => {
    expect(isSmall({ main_value: '0.99', pending: '0.00' })).toBe(true)
    expect(isSmall({ main_value: '1.00', pending: '0.00' })).toBe(false)
  })
  it('is never one that nobody can value, or that has something under way', () => {
    expect(isSmall({ pending: '0.00' })).toBe(false)
    expect(isSmall({ main_value: '0.10', pending: '0.01' })).toBe(false)
  })
})
