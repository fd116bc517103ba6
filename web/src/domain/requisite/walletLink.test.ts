import { expect, it } from 'vitest'
import type { Endpoint, PaywayInfo } from '../../api/exchangeTypes'
import { entered } from './walletLink'

const to: Endpoint = { currency: 'TON', payway: 'ton' }
const payway = {
  code: 'ton',
  kind: 'crypto',
  memo: true,
  name: 'TON',
  network: 'ton',
  currencies: ['TON'],
} as PaywayInfo
const address = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'

it('takes the address, the amount and the memo out of a link', () => {
  const link = ` ton://transfer/${address}?amount=1500000000&text=4417 `
  expect(entered(link, to, payway, 9)).toEqual({ value: address, amount: '1.5', memo: '4417' })
})

it('leaves an address as it is typed, and says why a link is refused', () => {
  expect(entered(`${address} `, to, payway, 9)).toEqual({ value: `${address} ` })
  expect(entered('bitcoin:bc1q', to, payway, 9)).toEqual({ value: 'bitcoin:bc1q', code: 'link_for_other_network' })
  expect(entered(`ton://transfer/${address}`, to, undefined, 9)).toEqual({ value: `ton://transfer/${address}` })
})
