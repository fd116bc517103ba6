import { describe, expect, it } from 'vitest'
import { compareDecimals } from './decimal'
import { briefMoneyText, moneyText, shortAmount, shortMoneyText } from './money'

describe('an amount in a list or a fee line', () => {
  const coin = (amount: string) => shortAmount({ amount, currency: 'ETH' })
  const euro = (amount: string) => shortAmount({ amount, currency: 'EUR' })
  const text = (amount: string, currency: string) =>
    briefMoneyText({ amount, currency }, 'en').replaceAll('\u00a0', ' ')

  it.each([
    ['0.184420170000000000', 'BTC', '0.18442017 BTC'],
    ['480081135.123412341234', 'SHIB', '480,081,135.1 SHIB'],
    ['0.000000420000000000', 'BTC', '0.00000042 BTC'],
    ['0.000000000041000000', 'ETH', '< 0.00000001 ETH'],
    ['12480.550000', 'USDT', '12,480.55 USDT'],
    ['842.50', 'TON', '842.5 TON'],
    ['1.000000000000000000', 'BTC', '1 BTC'],
    ['0.00', 'BTC', '0 BTC'],
    ['250.50', 'EUR', '250.50 €'],
    ['480081135.12', 'EUR', '480,081,135.12 €'],
  ])('%s %s is %s', (amount, currency, shown) => expect(text(amount, currency)).toBe(shown))

  it('says when there are more digits', () => {
    expect(coin('0.003041230000000000')).toEqual({ amount: '0.00304123', cut: false, below: false })
    expect(coin('0.003041237654321000')).toEqual({ amount: '0.00304123', cut: true, below: false })
    expect(coin('0.000000000000000001')).toEqual({ amount: '0.00000001', cut: true, below: true })
    expect(coin('287.914036')).toEqual({ amount: '287.91403', cut: true, below: false })
    expect(shortMoneyText({ amount: '0.003041237654321000', currency: 'ETH' }, 'en')).toBe('0.00304123…\u00a0ETH')
    expect(shortMoneyText({ amount: '0.000000000000000001', currency: 'ETH' }, 'en')).toBe('<\u00a00.00000001\u00a0ETH')
    expect(shortMoneyText({ amount: '250.00', currency: 'EUR' }, 'en')).toBe('250.00\u00a0€')
  })

  it('never loses a digit of the whole part, nor cents', () => {
    expect(coin('5000000000.000000000000000001')).toEqual({ amount: '5000000000', cut: true, below: false })
    expect(euro('12345678.90')).toEqual({ amount: '12345678.90', cut: false, below: false })
    expect(coin('-0.123456789')).toEqual({ amount: '-0.12345678', cut: true, below: false })
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
      const short = coin(amount)
      const order = short.below ? 1 : short.cut ? -1 : 0
      expect(compareDecimals(short.amount, amount), amount).toBe(order)
      const [whole = '', fraction = ''] = short.amount.split('.')
      const most = whole === '0' ? 8 : Math.max(8 - whole.length, 1)
      expect(fraction.length <= most, `${amount} is shown as ${short.amount}`).toBe(true)
    }
  })

  it('is whole where it is asked for', () => {
    expect(moneyText({ amount: '0.003041237654321000', currency: 'ETH' }, 'en')).toBe('0.003041237654321\u00a0ETH')
  })
})
