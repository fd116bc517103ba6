import { describe, expect, it } from 'vitest'
import { move, placeOf, shift, toggle } from './order'
import type { SpendingOrder } from './queries'

const ORDER: SpendingOrder = [
  { currency: 'EUR', enabled: true },
  { currency: 'PLN', enabled: true },
  { currency: 'BTC', enabled: false },
]
const codes = (order: SpendingOrder) => order.map(({ currency }) => currency)

describe('the order of spending', () => {
  it('moves a balance to another place and keeps the others in their order', () => {
    expect(codes(move(ORDER, 'BTC', 0))).toEqual(['BTC', 'EUR', 'PLN'])
    expect(codes(move(ORDER, 'EUR', 2))).toEqual(['PLN', 'BTC', 'EUR'])
    expect(codes(move(ORDER, 'EUR', 1))).toEqual(['PLN', 'EUR', 'BTC'])
    expect(codes(ORDER), 'what was given is left alone').toEqual(['EUR', 'PLN', 'BTC'])
  })

  it('keeps whether each may be spent', () => {
    expect(move(ORDER, 'BTC', 0)[0]).toEqual({ currency: 'BTC', enabled: false })
  })

  it('shifts a balance by one place and no further than an end', () => {
    expect(codes(shift(ORDER, 'BTC', -1))).toEqual(['EUR', 'BTC', 'PLN'])
    expect(codes(shift(ORDER, 'EUR', 1))).toEqual(['PLN', 'EUR', 'BTC'])
    expect(shift(ORDER, 'EUR', -1)).toBe(ORDER)
    expect(shift(ORDER, 'BTC', 1)).toBe(ORDER)
  })

  it('switches one balance and no other', () => {
    expect(toggle(ORDER, 'BTC', true)).toEqual([ORDER[0], ORDER[1], { currency: 'BTC', enabled: true }])
  })

  it('is the same array where there is nothing to save', () => {
    expect(move(ORDER, 'PLN', 1)).toBe(ORDER)
    expect(move(ORDER, 'BTC', 9)).toBe(ORDER)
    expect(toggle(ORDER, 'EUR', true)).toBe(ORDER)
  })

  it('has no place for a balance that is gone meanwhile', () => {
    expect(placeOf(ORDER, 'LTC')).toBe(-1)
    expect(move(ORDER, 'LTC', 0)).toBe(ORDER)
    expect(shift(ORDER, 'LTC', 1)).toBe(ORDER)
    expect(toggle(ORDER, 'LTC', true)).toBe(ORDER)
  })
})
