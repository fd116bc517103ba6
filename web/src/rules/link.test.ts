import { describe, expect, it } from 'vitest'
import { readLink, shifted } from './link'
import links from './links.json'

type Example = {
  in: string
  currency: string
  payway: string
  address?: string
  amount?: string
  memo?: string
  code?: string
}

const NETWORKS: Record<string, string> = {
  btc: 'bitcoin',
  ltc: 'litecoin',
  eth: 'ethereum',
  erc20: 'ethereum',
  arbitrum_eth: 'arbitrum',
  bsc: 'bsc',
  bep20: 'bsc',
  base: 'base',
  sol: 'solana',
  spl: 'solana',
  ton: 'ton',
  tron: 'tron',
  trc20: 'tron',
}
const SCALES: Record<string, number> = { BTC: 8, LTC: 8, ETH: 18, BNB: 18, SOL: 9, TON: 9, TRX: 6, USDT: 6, USDC: 6 }

describe('the examples that the server runs too', () => {
  it.each(links as Example[])('come out as they say: $in for $currency by $payway', (example) => {
    const { in: link, currency, payway, ...expected } = example
    const [network, scale] = [NETWORKS[payway], SCALES[currency]]
    if (network === undefined || scale === undefined) throw new Error(`${payway} ${currency} is not known here`)
    expect(readLink(link, { network, currency, scale }) ?? { address: link }).toEqual(expected)
  })
})

it('moves numbers exactly', () => {
  expect(['2.014e18', '1', '1e+21'].map((text) => shifted(text, -18))).toEqual([
    '2.014',
    '0.000000000000000001',
    '1000',
  ])
  expect(['000.500', '.5', '5.', '0'].map((text) => shifted(text, 0))).toEqual(['0.5', '0.5', '5', '0'])
  expect(['-1', '1e999', '', '.', '1,5'].map((text) => shifted(text, 0))).toEqual(Array(5).fill(undefined))
})

it('is no link without a scheme', () => {
  const wanted = { network: 'ton', currency: 'TON', scale: 9 }
  expect(readLink('0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e', wanted)).toBeUndefined()
  expect(readLink('UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', wanted)).toBeUndefined()
})
