import { describe, expect, it } from 'vitest'
import { cutTo, editable, grouped, readAmount, separatorsOf, trimZeros, wireAmount } from './amountInput'

const en = { decimal: '.', group: ',' }
const uk = { decimal: ',', group: '\u00a0' }

describe('typing an amount', () => {
  it('takes a comma or a point as the decimal mark', () => {
    expect(readAmount('12,5', 2, uk)?.wire).toBe('12.5')
    expect(readAmount('12.5', 2, uk)?.wire).toBe('12.5')
    expect(readAmount('0,15', 2, en)?.wire).toBe('0.15')
  })

  it('reads pasted amounts with groups', () => {
    expect(readAmount('1,234', 2, en)?.wire).toBe('1234')
    expect(readAmount('1 234 567,89', 2, uk)?.wire).toBe('1234567.89')
    expect(readAmount('1.234.567', 2, uk)?.wire).toBe('1234567')
    expect(readAmount('1,234,567.89', 2, en)?.wire).toBe('1234567.89')
    expect(readAmount('1.234,56', 2, uk)?.wire).toBe('1234.56')
  })

  it('keeps half-typed text editable', () => {
    expect(readAmount('12.', 2, en)).toEqual({ wire: '12.' })
    expect(readAmount('.', 2, en)?.wire).toBe('0.')
    expect(readAmount('', 2, en)?.wire).toBe('')
    expect(wireAmount('12.')).toBe('12')
    expect(wireAmount('0.')).toBeUndefined()
    expect(wireAmount('0.00')).toBeUndefined()
    expect(wireAmount('')).toBeUndefined()
  })

  it('drops decimals the currency does not have, and says so', () => {
    expect(readAmount('1.239', 2, en)).toEqual({ wire: '1.23' })
    expect(readAmount('0.000000000000000001', 18, en)?.wire).toBe('0.000000000000000001')
  })

  it('refuses what can never be an amount', () => {
    for (const text of ['abc', '-5', '1e5', '1.2.3', '9'.repeat(40)]) {
      expect(readAmount(text, 2, en), text).toBeUndefined()
    }
  })

  it('shows the same digits back in the reader’s own marks', () => {
    expect(grouped('5000000000.000000000000000001', en)).toBe('5,000,000,000.000000000000000001')
    expect(grouped('1234.5', uk)).toBe('1\u00a0234,5')
    expect(editable('1234.5', uk)).toBe('1234,5')
    expect(separatorsOf('en')).toEqual(en)
  })

  it('trims only zeros that say nothing', () => {
    expect(trimZeros('0.50000000')).toBe('0.50')
    expect(trimZeros('250.00')).toBe('250.00')
    expect(trimZeros('287.914036')).toBe('287.914036')
    expect(trimZeros('3.00000000', 0)).toBe('3')
  })
})

it('an amount keeps no more decimals than the currency it is now in', () => {
  expect(cutTo('0.12345678', 2)).toBe('0.12')
  expect(cutTo('250', 2)).toBe('250')
  expect(cutTo('1.5', 0)).toBe('1')
})
