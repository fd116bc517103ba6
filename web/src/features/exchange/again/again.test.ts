import { describe, expect, it } from 'vitest'
import type { PaywayInfo, Transaction, TransactionStatus } from '../../../api/exchangeTypes'
import { draftAgain } from './again'
import { mayTryAgain } from './mayTryAgain'

const order = (change: object) =>
  ({
    type: 'EXCHANGE',
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

  it('asks for a card anew', () => {
    const card = order({ side: 'SELL', requisite: { kind: 'card', display: 'visa •••• 4242' } })
    const draft = draftAgain(card, undefined)
    expect(draft.payoutKind).toBe('card')
    expect(draft.requisite).toBeUndefined()
  })

  it('is offered only where the exchange came to nothing', () => {
    const offered = (status: TransactionStatus) => mayTryAgain({ type: 'EXCHANGE', status })
    expect((['EXPIRED', 'CANCELLED', 'REJECT', 'FAIL'] as const).every(offered)).toBe(true)
    expect((['NEW', 'WAIT', 'PROCESSING', 'DONE', 'RESOLVED', 'MANUAL'] as const).some(offered)).toBe(false)
    expect(mayTryAgain({ type: 'PAYIN', status: 'FAIL' })).toBe(false)
    expect(mayTryAgain({ type: 'PAYIN_CONVERT', status: 'FAIL' })).toBe(true)
  })

  it('stays an exchange where one end is a balance', () => {
    const to = { amount: '0.002', currency: 'BTC', payway: 'balance' }
    const bought = order({ type: 'PAYIN_CONVERT', display_type: 'deposit', to, requisite: undefined })
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
