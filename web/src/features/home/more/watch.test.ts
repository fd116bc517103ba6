import { expect, it } from 'vitest'
import type { CurrencyInfo } from '../../../api/exchangeTypes'
import { toggled, watchable, watchedOf } from './watch'

const coin = (code: string, more: Partial<CurrencyInfo> = {}) =>
  ({ code, kind: 'crypto', can_buy: true, ...more }) as CurrencyInfo
const codes = (list: readonly CurrencyInfo[]) => list.map(({ code }) => code)

const ALL = [
  coin('AVA'),
  coin('USDT'),
  coin('ETH'),
  coin('EUR', { kind: 'fiat' }),
  coin('BTC'),
  coin('DAI', { can_buy: false }),
]

it('offers coins that can be bought, the well-known ones first', () => {
  expect(codes(watchable(ALL, 'EUR'))).toEqual(['BTC', 'ETH', 'AVA', 'USDT'])
  expect(codes(watchable(ALL, 'BTC'))).toEqual(['ETH', 'AVA', 'USDT'])
})

it('watches what was chosen, as far as it is still offered', () => {
  const offered = watchable(ALL, 'EUR')
  expect(codes(watchedOf(offered, undefined))).toEqual(['BTC', 'ETH', 'AVA', 'USDT'])
  expect(codes(watchedOf(offered, ['USDT', 'GONE']))).toEqual(['USDT'])
  expect(watchedOf(offered, [])).toEqual([])
})

it('a coin is added and removed, and a full list takes no more', () => {
  expect(toggled(['BTC'], 'ETH')).toEqual(['BTC', 'ETH'])
  expect(toggled(['BTC', 'ETH'], 'BTC')).toEqual(['ETH'])
  expect(toggled(['A', 'B', 'C', 'D'], 'E')).toEqual(['A', 'B', 'C', 'D'])
})
