import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../api/exchangeTypes'
import { EMPTY_DRAFT, type ExchangeDraft } from '../draft'
import { turn } from './turn'

const eur = { currency: 'EUR', payway: 'visamc' } as const
const btc = { currency: 'BTC', payway: 'btc' } as const
const ltc = { currency: 'LTC', payway: 'ltc' } as const
const purchase: ExchangeDraft = { ...EMPTY_DRAFT, side: 'BUY', from: eur, to: btc, amount: '250.00', fixed: 'from' }
const quote = { from_amount: '250.00', to_amount: '0.00300000' } as Quote

describe('turning the exchange round', () => {
  it('makes a sale of the same coins out of a purchase', () => {
    const sale = turn(purchase, { from: eur, to: btc }, 'SELL', quote)
    expect(sale).toMatchObject({ side: 'SELL', from: btc, to: eur, amount: '0.003', fixed: 'from' })
  })

  it('comes back to the purchase', () => {
    const sale = turn(purchase, { from: eur, to: btc }, 'SELL', quote)
    const back = turn(sale, { from: btc, to: eur }, 'BUY', undefined)
    expect(back).toMatchObject({ side: 'BUY', from: eur, to: btc, amount: '0.003', fixed: 'to' })
  })

  it('changes the ends of a swap', () => {
    const swap: ExchangeDraft = { ...EMPTY_DRAFT, side: 'SWAP', from: btc, to: ltc, amount: '0.01' }
    const turned = turn(swap, { from: btc, to: ltc }, 'SWAP', { from_amount: '0.01', to_amount: '9.41000000' } as Quote)
    expect(turned).toMatchObject({ from: ltc, to: btc, amount: '9.41', fixed: 'from' })
  })

  it('starts empty when nothing was quoted yet', () => {
    expect(turn(purchase, { from: eur, to: btc }, 'SELL', undefined).amount).toBe('')
  })
})
