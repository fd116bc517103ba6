import { describe, expect, it } from 'vitest'
import type { CurrencyCode, Endpoint } from '../../../api/exchangeTypes'
import { asksHow, chipsOf, coinsOf, underChip } from './coins'
import type { Option } from './options'

const option = (currency: CurrencyCode, payway: Endpoint['payway'], more: Partial<Option> = {}): Option => ({
  key: `${currency}:${payway}`,
  endpoint: { currency, payway },
  name: currency,
  paywayName: payway,
  network: undefined,
  kind: 'crypto',
  memo: false,
  also: '',
  group: 'crypto',
  holds: undefined,
  available: true,
  reason: undefined,
  ...more,
})

const codes = (coins: { code: string }[]) => coins.map(({ code }) => code)

describe('the coins of the picker', () => {
  const coins = coinsOf([
    option('LINK', 'erc20'),
    option('BTC', 'btc', { available: false }),
    option('ETH', 'eth'),
    option('USDT', 'trc20', { group: 'stable', available: false }),
    option('USDT', 'erc20', { group: 'stable' }),
    option('USDT', 'balance', { group: 'stable', kind: undefined, holds: '5.00' }),
    option('ETH', 'balance', { kind: undefined }),
    option('ETH', 'base'),
  ])

  it('has one entry for the same money on several networks, what can be chosen first', () => {
    expect(codes(coins)).toEqual(['LINK', 'ETH', 'USDT', 'BTC'])
    const tether = coins.find(({ code }) => code === 'USDT')
    expect(tether?.options.map(({ endpoint }) => endpoint.payway)).toEqual(['balance', 'erc20', 'trc20'])
    expect(tether?.holds).toBe('5.00')
    const ether = coins.find(({ code }) => code === 'ETH')
    expect(
      ether?.options.map(({ endpoint }) => endpoint.payway),
      'an empty balance is last',
    ).toEqual(['eth', 'base', 'balance'])
  })

  it('begins with the popular ones and keeps the others below', () => {
    expect(codes(underChip(coins, 'popular').first)).toEqual(['USDT', 'ETH'])
    expect(codes(underChip(coins, 'popular').more)).toEqual(['LINK', 'BTC'])
    expect(codes(underChip(coins, 'yours').first)).toEqual(['USDT'])
    expect(underChip(coins, 'all').first).toHaveLength(4)
  })

  it('offers only the chips that divide the list', () => {
    expect(chipsOf(coins)).toEqual(['popular', 'yours', 'stable', 'all'])
    expect(chipsOf(coinsOf([option('EUR', 'iban', { group: 'fiat' })]))).toEqual([])
  })
})

it('asks how a coin travels if there is a choice, or if its own wallet cannot receive it', () => {
  expect(asksHow({ options: [option('BTC', 'btc')] })).toBe(false)
  expect(asksHow({ options: [option('ETH', 'eth'), option('ETH', 'base')] })).toBe(true)
  expect(asksHow({ options: [option('DOGE', 'bep20')] })).toBe(true)
})
