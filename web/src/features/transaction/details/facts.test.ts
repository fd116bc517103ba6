import { describe, expect, it } from 'vitest'
import type { Line } from '../../../api/exchangeTypes'
import { groupIban, shorten } from '../../../flow/address'
import { headline, mismatch, totalFees } from './facts'

const line = (kind: Line['kind'], amount: string, currency: Line['currency'] = 'EUR'): Line => ({
  kind,
  amount,
  currency,
})

describe('facts about an order', () => {
  it('shortens an address in the middle and leaves a short one whole', () => {
    expect(shorten('TQ5Nxr8yqkAbCdEfGhIjKlMnOpV4mPz9eJ')).toBe('TQ5Nxr8yqk…V4mPz9eJ')
    expect(shorten('7K2M-94QD')).toBe('7K2M-94QD')
  })

  it('prints an IBAN the way banks do', () => {
    expect(groupIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
  })

  it('says how much is missing or too much', () => {
    const from = { amount: '1.50000000', currency: 'LTC', payway: 'ltc' } as const
    const action = (received: string) => ({
      action: { reason: 'underpaid' as const, received, expected: '1.50000000', options: [], deadline: '' },
      from,
    })
    expect(mismatch(action('1.40000000'))).toEqual({ amount: '-0.10000000', currency: 'LTC' })
    expect(mismatch(action('1.6'))).toEqual({ amount: '0.10000000', currency: 'LTC' })
    expect(mismatch({ from })).toBeUndefined()
    expect(mismatch(action('1.5'))).toBeUndefined()
  })

  it('shows a payment kept on its own as what came, never as what an exchange would have brought', () => {
    const ends = {
      from: { amount: '100.00', currency: 'EUR', payway: 'iban' },
      to: { amount: '0.00121641', currency: 'BTC', payway: 'btc' },
    } as const
    const action = { reason: 'double' as const, received: '80.00', expected: '80.00', options: [], deadline: '' }
    expect(headline({ type: 'PAYIN', action, ...ends })).toEqual({ amount: '80.00', currency: 'EUR' })
    expect(headline({ type: 'PAYIN', ...ends })).toEqual({ amount: '100.00', currency: 'EUR' })
    expect(headline({ type: 'EXCHANGE', ...ends })).toEqual({ amount: '0.00121641', currency: 'BTC' })
  })

  it('adds up every fee, and refuses to add two currencies', () => {
    const lines = [line('amount_converted', '246.10'), line('our_fee', '2.25'), line('processing_fee', '1.65')]
    expect(totalFees({ lines })).toEqual({ amount: '3.90', currency: 'EUR' })
    expect(totalFees({ lines: [...lines, line('network_fee', '0.001', 'BTC')] })).toBeUndefined()
    expect(totalFees({ lines: [line('network_fee', '0.00')] })).toBe('free')
  })
})
