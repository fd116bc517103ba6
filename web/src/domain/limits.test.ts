import { describe, expect, it } from 'vitest'
import {
  exceededOf,
  leftAfter,
  leftOf,
  leftsOf,
  nearPayway,
  ownMaximum,
  paywayLeftsOf,
  smallestFirst,
  usesOf,
} from './limits'

const limits = [
  { bucket: 'fiat', period: 'day', limit: '1000.00', used: '250.00' },
  { bucket: 'fiat', period: 'month', limit: '2000.00', used: '1900.00' },
  { bucket: 'crypto_out', period: 'day', limit: '500.00', used: '700.00' },
  { bucket: 'crypto_out', period: 'month', used: '700.00' },
] as const

const fiat = { bucket: 'fiat', end: 'from' } as const
const coinsOut = { bucket: 'crypto_out', end: 'to' } as const

describe('what is left of a person’s limits', () => {
  it('is the least of the limits that the exchange uses, and never less than nothing', () => {
    expect(leftOf(limits, [fiat])?.amount).toBe('100.00')
    expect(leftOf(limits, [coinsOut])?.amount).toBe('0')
    expect(leftOf(limits, [fiat, coinsOut])?.amount).toBe('0')
    expect(leftOf([{ bucket: 'fiat', period: 'day', used: '5.00' }], [fiat])).toBeUndefined()
  })

  it('counts what crosses the line between the house and the outside, as the server does', () => {
    const [bank, coins] = [
      { isOnBalance: false, isFiat: true },
      { isOnBalance: false, isFiat: false },
    ]
    const [euro, bitcoin] = [
      { isOnBalance: true, isFiat: true },
      { isOnBalance: true, isFiat: false },
    ]
    expect(usesOf(bank, coins)).toEqual([fiat, coinsOut])
    expect(usesOf(bank, bitcoin), 'bought into the balance').toEqual([fiat])
    expect(usesOf(euro, coins), 'an exchange paid from the balance').toEqual([coinsOut])
    expect(usesOf(bitcoin, bank), 'sold from the balance').toEqual([{ bucket: 'fiat', end: 'to' }])
    expect(usesOf(coins, bitcoin), 'coins that come in').toEqual([])
    expect(usesOf(euro, bitcoin), 'a conversion').toEqual([])
  })

  it('is compared with what the server counts: fiat that comes in as given, a payout as received', () => {
    const day = (bucket: 'fiat' | 'crypto_out', used: string) =>
      ({ bucket, period: 'day', limit: '1000.00', used }) as const
    const coins = { amount: '0.0125', currency: 'BTC', price: '80000' }
    const euro = (amount: string) => ({ amount, currency: 'EUR', price: undefined })
    const sale = leftsOf([day('fiat', '0')], [{ bucket: 'fiat', end: 'to' }])
    expect(exceededOf(sale, { from: { ...coins, amount: '0.0126' }, to: euro('996.00') }), 'a sale after its fee').toBe(
      undefined,
    )
    expect(exceededOf(sale, { from: coins, to: euro('1000.01') })?.end).toBe('to')
    const purchase = leftsOf([day('fiat', '0'), day('crypto_out', '40.00')], [fiat, coinsOut])
    expect(exceededOf(purchase, { from: euro('990.00'), to: { ...coins, amount: '0.0119' } })).toBeUndefined()
    expect(exceededOf(purchase, { from: euro('1000.01'), to: { ...coins, amount: '0.0119' } })?.end).toBe('from')
    expect(exceededOf(purchase, { from: euro('1000.00'), to: { ...coins, amount: '0.0121' } })?.end).toBe('to')
    expect(
      exceededOf(purchase, { from: euro('990.00'), to: { ...coins, amount: undefined } }),
      'no price yet',
    ).toBeUndefined()
  })

  it('names the limit of which least is left', () => {
    expect(leftOf(limits, [fiat])).toMatchObject({ period: 'month', limit: '2000.00' })
  })

  it('is said once a day and once a month of an order, of the limit that is nearest', () => {
    const one = (period: 'day' | 'month', limit: string, used: string) => ({
      period,
      limit,
      used,
      currency: 'EUR' as const,
    })
    const after = leftAfter([
      one('day', '1000.00', '200.00'),
      one('day', '500.00', '450.00'),
      one('month', '3000.00', '3100.00'),
    ])
    expect(after.map(({ period, left, limit }) => [period, left, limit])).toEqual([
      ['day', '50.00', '500.00'],
      ['month', '0', '3000.00'],
    ])
    expect(leftAfter([])).toEqual([])
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

describe('what is left of the limits by payment method', () => {
  const card = {
    payway: 'visamc',
    direction: 'in',
    period: 'day',
    limit: '500.00',
    used: '400.00',
    currency: 'EUR',
  } as const
  const blik = { payway: 'blik', period: 'day', limit: '20000.00', used: '19800.00', currency: 'PLN' } as const
  const all = { period: 'month', limit: '900.00', used: '0.00', currency: 'EUR' } as const

  it('counts the payment method in its direction, and never a balance', () => {
    const of = (from?: string, to?: string) =>
      paywayLeftsOf([card, blik, all], { from, to }).map(({ payway, amount, end }) => [payway, amount, end])
    expect(of('visamc', 'ltc')).toEqual([
      ['visamc', '100.00', 'from'],
      [undefined, '900.00', 'from'],
    ])
    expect(of('ltc', 'visamc'), 'a payout to a card').toEqual([[undefined, '900.00', 'from']])
    expect(of(undefined, undefined), 'a conversion').toEqual([])
  })

  it('names the one of which least is left, whatever its currency, and compares in that currency', () => {
    const lefts = paywayLeftsOf([all, blik], { from: 'blik', to: undefined })
    const [least] = smallestFirst(lefts, (currency) => (currency === 'PLN' ? '0.235' : undefined))
    expect(least).toMatchObject({ amount: '200.00', currency: 'PLN', payway: 'blik' })
    const zloty = (amount: string) => ({ amount, currency: 'PLN', price: '0.235' })
    expect(exceededOf(lefts, { from: zloty('200.00'), to: zloty('200.00') })).toBeUndefined()
    expect(exceededOf(lefts, { from: zloty('200.01'), to: zloty('200.01') })?.payway).toBe('blik')
  })

  it('warns from four fifths on', () => {
    expect(nearPayway([all, card])?.payway).toBe('visamc')
    expect(nearPayway([{ ...card, used: '399.99' }])).toBeUndefined()
  })
})
