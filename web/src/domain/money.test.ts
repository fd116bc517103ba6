import { describe, expect, it } from 'vitest'
import { compareDecimals } from './decimal'
import { moneyText, shortAmount, shortMoneyText } from './money'

describe('an amount in a list or a fee line', () => {
  it('has at most eight significant digits, and says when there are more', () => {
    expect(shortAmount('0.003041237000000000')).toEqual({ amount: '0.003041237', cut: false })
    expect(shortAmount('0.003041237654321000')).toEqual({ amount: '0.0030412376', cut: true })
    expect(shortAmount('0.000000000000000001')).toEqual({ amount: '0.000000000000000001', cut: false })
    expect(shortAmount('287.914036')).toEqual({ amount: '287.91403', cut: true })
    expect(shortMoneyText({ amount: '0.003041237654321000', currency: 'ETH' }, 'en')).toBe('0.0030412376…\u00a0ETH')
    expect(shortMoneyText({ amount: '250.00', currency: 'EUR' }, 'en')).toBe('250.00\u00a0€')
  })

  it('never loses a digit of the whole part, nor cents', () => {
    expect(shortAmount('5000000000.000000000000000001')).toEqual({ amount: '5000000000.00', cut: true })
    expect(shortAmount('12345678.90')).toEqual({ amount: '12345678.90', cut: false })
    expect(shortAmount('-0.123456789')).toEqual({ amount: '-0.12345678', cut: true })
  })

  it('is never more than the amount, and within its eighth digit of it', () => {
    let state = 7
    const below = (bound: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state % bound
    }
    for (let round = 0; round < 5000; round++) {
      const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('')
      const amount = `${below(2) ? '0' : digits(1 + below(9)).replace(/^0+(?=\d)/, '')}.${'0'.repeat(below(9))}${digits(9)}`
      const short = shortAmount(amount)
      expect(compareDecimals(short.amount, amount), amount).toBe(short.cut ? -1 : 0)
      const [whole = '', fraction = ''] = short.amount.split('.')
      const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '').length
      expect(significant <= Math.max(8, whole.length + 2), `${amount} is shown as ${short.amount}`).toBe(true)
    }
  })

  it('is whole where it is asked for', () => {
    expect(moneyText({ amount: '0.003041237654321000', currency: 'ETH' }, 'en')).toBe('0.003041237654321\u00a0ETH')
  })
})
