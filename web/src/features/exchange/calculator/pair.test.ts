import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT, type ExchangeDraft } from '../draft'
import { pairOf, purchaseOf } from './pair'

const pln = { currency: 'PLN', payway: 'blik' } as const
const sol = { currency: 'SOL', payway: 'sol' } as const
const ltc = { currency: 'LTC', payway: 'ltc' } as const

describe('the pair of a draft', () => {
  it.each<[Partial<ExchangeDraft>, string, string]>([
    [{}, 'BTC', 'EUR'],
    [{ side: 'BUY', from: pln, to: sol }, 'SOL', 'PLN'],
    [{ side: 'SELL', from: sol, to: pln }, 'SOL', 'PLN'],
    [{ side: 'SWAP', from: sol, to: ltc }, 'LTC', 'EUR'],
  ])('%o', (part, coin, money) => expect(pairOf({ ...EMPTY_DRAFT, ...part })).toEqual({ coin, money }))
})

describe('the purchase of a coin', () => {
  it('keeps what is paid', () => {
    const draft: ExchangeDraft = { ...EMPTY_DRAFT, from: pln, to: sol, amount: '1000' }
    expect(purchaseOf(draft, 'LTC')).toMatchObject({ side: 'BUY', from: pln, fixed: 'from', amount: '1000' })
    expect(purchaseOf(draft, 'LTC').to?.currency).toBe('LTC')
  })

  it('never keeps the number of another coin', () => {
    const draft: ExchangeDraft = { ...EMPTY_DRAFT, side: 'SELL', from: sol, to: pln, amount: '3' }
    expect(purchaseOf(draft, 'LTC')).toMatchObject({ side: 'BUY', from: undefined, amount: EMPTY_DRAFT.amount })
    const received: ExchangeDraft = { ...EMPTY_DRAFT, from: pln, to: sol, fixed: 'to', amount: '3' }
    expect(purchaseOf(received, 'LTC')).toMatchObject({ from: pln, fixed: 'from', amount: EMPTY_DRAFT.amount })
  })
})
