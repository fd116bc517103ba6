import { expect, it } from 'vitest'
import type { PaywayInfo } from '../../api/exchangeTypes'
import { aboutMinutes, networkSeconds, usualArrival, usualTime } from './usual'

const way = (kind: PaywayInfo['kind'], network?: PaywayInfo['network']): PaywayInfo => ({
  code: 'btc',
  name: '',
  currencies: [],
  memo: false,
  pauses: [],
  kind,
  ...(network ? { network } : {}),
})

it('a card to TRON takes minutes, a bank transfer days', () => {
  const card = usualTime('visamc', way('card'))
  const tron = usualTime('trc20', way('crypto', 'tron'))
  const bank = usualTime('iban', way('iban'))
  expect(usualArrival(card, tron)).toEqual({ seconds: 120 })
  expect(usualArrival(bank, tron)).toBe('bank')
  expect(usualArrival(tron, bank)).toBe('bank')
})

it('a movement between balances is immediate', () => {
  const balance = usualTime('balance', undefined)
  expect(usualArrival(balance, balance)).toEqual({ seconds: 0 })
})

it('nothing is promised while the catalogue loads', () => {
  expect(usualArrival(usualTime('btc', undefined), { seconds: 0 })).toBeUndefined()
})

it('counts the confirmations of a larger payment', () => {
  expect(networkSeconds('bitcoin')).toBe(600)
  expect(networkSeconds('bitcoin', 3)).toBe(1800)
  expect([aboutMinutes(5), aboutMinutes(61)]).toEqual([1, 2])
})
