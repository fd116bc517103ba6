import { expect, it } from 'vitest'
import type { CurrencyCode } from '../../../api/exchangeTypes'
import { popularCoins } from './pair'

const info = (code: CurrencyCode, can_buy = true) => ({ code, can_buy })

it('the popular coins are the first ones that can be bought here, in their usual order', () => {
  const all = [info('DOGE'), info('EUR'), info('TON'), info('ETH', false), info('BTC'), info('LTC'), info('SOL')]
  expect(popularCoins(all).map(({ code }) => code)).toEqual(['BTC', 'SOL', 'TON', 'LTC', 'DOGE'])
  expect(popularCoins([info('PEPE')])).toEqual([])
})
