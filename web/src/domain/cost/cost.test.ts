import { describe, expect, it } from 'vitest'
import type { Line, LineKind } from '../../api/exchangeTypes'
import { barWidths, costOf } from './cost'

const line = (kind: LineKind, amount: string, currency: Line['currency'] = 'EUR'): Line => ({ kind, amount, currency })

describe('the total cost', () => {
  it('adds the fees of the given currency', () => {
    const cost = costOf({
      from: { amount: '250.00', currency: 'EUR' },
      to: { amount: '287.902546', currency: 'USDT' },
      lines: [
        line('amount_converted', '246.10'),
        line('our_fee', '2.25'),
        line('processing_fee', '1.65'),
        line('network_fee', '0.000000', 'USDT'),
        line('spread', '0.000000', 'USDT'),
      ],
      percent: '1.56',
    })
    expect(cost?.total).toEqual({ amount: '3.90', currency: 'EUR' })
    expect(cost?.percent).toBe('1.56')
    expect(cost?.parts.map(({ kind }) => kind)).toEqual(['our_fee', 'processing_fee'])
  })

  it('converts what is taken from the received amount at the reference rate', () => {
    const cost = costOf({
      from: { amount: '100.00', currency: 'EUR' },
      to: { amount: '0.98', currency: 'BTC' },
      lines: [line('amount_converted', '100.00'), line('spread', '0.01', 'BTC'), line('network_fee', '0.01', 'BTC')],
      percent: '2.00',
    })
    expect(cost?.total.amount).toBe('2.00')
  })

  it('is exact where a float would not be', () => {
    const cost = costOf({
      from: { amount: '5000000000.000000000000000001', currency: 'SHIB' },
      to: { amount: '5000000000.000000000000000000', currency: 'SHIB' },
      lines: [line('network_fee', '0.000000000000000001', 'SHIB')],
      percent: '0.01',
    })
    expect(cost?.total.amount).toBe('0.000000000000000001')
  })

  it('is unknown if a line has a third currency', () => {
    const from = { amount: '100.00', currency: 'EUR' }
    const to = { amount: '1', currency: 'BTC' }
    const lines = [line('amount_converted', '100.00'), line('network_fee', '1', 'ETH')]
    expect(costOf({ from, to, lines, percent: '1.00' })).toBeUndefined()
  })

  it('draws each part by its share of the given amount', () => {
    const cost = costOf({
      from: { amount: '100.00', currency: 'EUR' },
      to: { amount: '97.00', currency: 'EUR' },
      lines: [line('our_fee', '2.00'), line('processing_fee', '1.00'), line('rounding', '-0.00')],
      percent: '3.00',
    })
    expect(cost && barWidths(cost, '100.00')).toEqual([
      { kind: 'our_fee', width: 2 },
      { kind: 'processing_fee', width: 1 },
    ])
  })
})
