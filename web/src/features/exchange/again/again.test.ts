import { describe, expect, it } from 'vitest'
import type { PaywayInfo, Transaction } from '../../../api/exchangeTypes'
import { draftAgain } from './again'
import { termsOf } from '../presets/presets'

const order = (change: object) =>
  ({
    unified: false,
    status: 'FAIL',
    side: 'BUY',
    from: { amount: '250.00', currency: 'EUR', payway: 'visamc' },
    to: { amount: '1.50000000', currency: 'TON', payway: 'ton' },
    requisite: { kind: 'address', value: 'UQabc', display: 'UQabc' },
    ...change,
  }) as Transaction

const ton = { code: 'ton', memo: true } as PaywayInfo

describe('trying a failed exchange again', () => {
  it('brings back both ends, the amount and where the money goes', () => {
    expect(draftAgain(order({}), ton)).toMatchObject({
      side: 'BUY',
      from: { currency: 'EUR', payway: 'visamc' },
      to: { currency: 'TON', payway: 'ton' },
      fixed: 'from',
      amount: '250.00',
      payoutKind: 'address',
      requisite: { kind: 'address', value: 'UQabc', memo: '' },
      agreed: false,
    })
  })

  it('keeps a memo, and names none on a network without memos', () => {
    const requisite = { kind: 'address', value: 'UQabc', display: 'UQabc', memo: '77' }
    expect(draftAgain(order({ requisite }), ton).requisite).toMatchObject({ memo: '77' })
    expect(draftAgain(order({}), undefined).requisite).toEqual({ kind: 'address', value: 'UQabc' })
  })

  it('asks for a card again', () => {
    const card = order({ side: 'SELL', requisite: { kind: 'card', display: 'visa •••• 4242' } })
    const draft = draftAgain(card, undefined)
    expect(draft.payoutKind).toBe('card')
    expect(draft.requisite).toBeUndefined()
  })

  it('names what should arrive again where the customer had named that', () => {
    const from = { amount: '0.002', currency: 'BTC', payway: 'balance' }
    const to = { amount: '60.00', currency: 'EUR', payway: 'iban' }
    const requisite = { kind: 'iban', value: 'DE02', full_name: 'Olena', display: 'DE02' }
    const sent = order({ unified: true, display_type: 'withdraw', side: 'SELL', from, to, requisite })
    expect(draftAgain(sent, undefined)).toMatchObject({
      side: 'WITHDRAW',
      unified: true,
      fixed: 'to',
      amount: '60.00',
      requisite: { kind: 'iban', value: 'DE02', full_name: 'Olena' },
    })
    expect(termsOf(sent)).toMatchObject({ fixed_side: 'TO', amount: '60.00' })
    const balance = { amount: '60.00', currency: 'EUR', payway: 'balance' }
    const paidIn = order({ unified: true, display_type: 'deposit', side: undefined, to: balance, requisite: undefined })
    expect(draftAgain(paidIn, undefined)).toMatchObject({
      side: 'DEPOSIT',
      unified: true,
      fixed: 'to',
      amount: '60.00',
    })
  })

  it('stays an exchange where one end is a balance', () => {
    const to = { amount: '0.002', currency: 'BTC', payway: 'balance' }
    const bought = order({ display_type: 'deposit', to, requisite: undefined })
    expect(draftAgain(bought, undefined)).toMatchObject({
      side: 'BUY',
      to: { payway: 'balance' },
      payoutKind: 'balance',
    })
    const from = { amount: '50.00', currency: 'EUR', payway: 'balance' }
    const same = { ...to, currency: 'EUR' }
    expect(draftAgain(order({ side: undefined, display_type: 'deposit', to: same }), undefined).side).toBe('DEPOSIT')
    expect(draftAgain(order({ side: 'BUY', display_type: 'convert', from, to }), undefined).side).toBe('CONVERT')
  })
})
