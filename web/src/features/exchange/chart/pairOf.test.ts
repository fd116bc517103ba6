import { expect, it } from 'vitest'
import type { CurrencyCode } from '../../../api/exchangeTypes'
import { pairOf } from './pairOf'

const of = (from: CurrencyCode, to: CurrencyCode) =>
  pairOf({ from: { currency: from }, to: { currency: to } }, (code) =>
    ['EUR', 'PLN'].includes(code) ? 'fiat' : 'crypto',
  )

it('shows the price of the coin in money, and of the received coin in a swap', () => {
  expect(of('EUR', 'USDT')).toEqual({ base: 'USDT', other: 'EUR' })
  expect(of('BTC', 'EUR')).toEqual({ base: 'BTC', other: 'EUR' })
  expect(of('BTC', 'ETH')).toEqual({ base: 'ETH', other: 'BTC' })
})

it('has no price of one currency', () => {
  expect(of('EUR', 'EUR')).toBeUndefined()
  expect(pairOf({ from: undefined, to: undefined }, () => undefined)).toBeUndefined()
})
