import { describe, expect, it } from 'vitest'
import type { HeadlineKind, Line } from '../../../api/exchangeTypes'
import { groupIban, shorten } from '../../../domain/address'
import { feesOf, isExchange, mismatch, totalFees } from './facts'

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

  const order = { status: 'PROCESSING' as const, steps: [] }
  const about = (kind: HeadlineKind) => ({ ...order, headline: { kind, amount: '1.00', currency: 'EUR' as const } })
  const exchanged = [{ kind: 'exchange' as const, state: 'done' as const, at: '', params: {} }]

  it('knows whether what was ordered is true of an order', () => {
    expect(isExchange(about('expected'))).toBe(true)
    for (const kind of ['held', 'refunded', 'deposited', 'not_paid'] as const)
      expect(isExchange(about(kind))).toBe(false)
    expect(isExchange({ ...about('deposited'), steps: exchanged })).toBe(true)
    expect(isExchange({ ...about('expected'), parent: 'ord_1' })).toBe(false)
  })

  it('names the fees of the price only while they are still to come', () => {
    const lines = [line('our_fee', '2.25')]
    const fees = (kind: HeadlineKind, steps: typeof exchanged = []) =>
      feesOf({ ...about(kind), steps, price: { lines }, fees_taken: [line('our_fee', '1.00')] })[0]?.amount
    expect(fees('expected')).toBe('2.25')
    expect([fees('expected', exchanged), fees('refunded'), fees('received', exchanged)]).toEqual([
      '1.00',
      '1.00',
      '1.00',
    ])
  })

  it('adds up every fee, and refuses to add two currencies', () => {
    const lines = [line('amount_converted', '246.10'), line('our_fee', '2.25'), line('processing_fee', '1.65')]
    expect(totalFees(lines)).toEqual({ amount: '3.90', currency: 'EUR' })
    expect(totalFees([...lines, line('network_fee', '0.001', 'BTC')])).toBeUndefined()
    expect(totalFees([line('network_fee', '0.00')])).toBe('free')
  })
})
