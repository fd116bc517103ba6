import { describe, expect, it } from 'vitest'
import type { Line, LineKind } from '../../api/exchangeTypes'
import { orderPercent } from './orderPercent'

const line = (kind: LineKind, amount: string, currency: Line['currency'] = 'EUR'): Line => ({ kind, amount, currency })

describe('the total cost of an order in percent', () => {
  it('has two decimals', () => {
    const from = { amount: '100.00', currency: 'EUR' } as const
    expect(orderPercent({ from, to: { ...from, amount: '96.50' }, lines: [line('our_fee', '3.50')] })).toBe('3.50')
    expect(orderPercent({ from, to: from, lines: [] })).toBe('0.00')
  })

  it('is rounded up, as the server rounds it', () => {
    // At 1 BTC = 79,645.36 EUR. The server: 3.5 % in fees, and the rest of the last satoshi.
    const bought = orderPercent({
      from: { amount: '250.00', currency: 'EUR' },
      to: { amount: '0.00302905', currency: 'BTC' },
      lines: [line('amount_converted', '241.25'), line('our_fee', '3.75'), line('processing_fee', '5.00')],
    })
    expect(bought).toBe('3.51')
    const sold = orderPercent({
      from: { amount: '0.01000000', currency: 'BTC' },
      to: { amount: '787.52', currency: 'EUR' },
      lines: [line('amount_converted', '0.01000000', 'BTC'), line('our_fee', '8.88')],
    })
    expect(sold).toBe('1.12')
  })

  it('is exact where a float would not be', () => {
    const from = { amount: '5000000000.000000000000000001', currency: 'SHIB' } as const
    const lines = [line('network_fee', '0.000000000000000001', 'SHIB')]
    expect(orderPercent({ from, to: { ...from, amount: '5000000000.000000000000000000' }, lines })).toBe('0.01')
  })
})
