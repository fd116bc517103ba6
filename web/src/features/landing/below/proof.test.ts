import { describe, expect, it } from 'vitest'
import { coverageOf, isCovered, type Publication } from './proof'

const publication: Publication = {
  number: 7,
  published_at: '2026-11-26T06:00:00Z',
  currencies: [
    { currency: 'BTC', owed: '100000000', under_way: '50000000', held: '160000000', covered_percent: '106' },
    { currency: 'EUR', owed: '10000', under_way: '0', held: '9900', covered_percent: '99' },
    { currency: 'ETH', owed: '0', under_way: '0', held: '5' },
    { currency: 'NEW', owed: '1', under_way: '0', held: '1', covered_percent: '100' },
  ],
}
const scales = new Map([
  ['BTC', 8],
  ['EUR', 2],
  ['ETH', 18],
])

describe('the coverage of a publication', () => {
  it('is in whole units, the least covered first, without what is not owed or not known', () =>
    expect(coverageOf(publication, scales)).toEqual([
      { currency: 'EUR', owed: '100.00', held: '99.00', percent: '99' },
      { currency: 'BTC', owed: '1.50000000', held: '1.60000000', percent: '106' },
    ]))

  it('is enough from a hundred per cent on', () =>
    expect(['99', '100', '1000000'].map((percent) => isCovered({ percent }))).toEqual([false, true, true]))
})
