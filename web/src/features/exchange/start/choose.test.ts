import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT, type ExchangeDraft } from '../draft'
import { amountFor, choose, type Known } from './choose'

const btc = { currency: 'BTC', payway: 'btc' } as const
const eth = { currency: 'ETH', payway: 'eth' } as const
const eur = { currency: 'EUR', payway: 'iban' } as const
const card = { currency: 'EUR', payway: 'visamc' } as const
const sale: ExchangeDraft = { ...EMPTY_DRAFT, side: 'SELL', from: btc, to: eur, amount: '0.00304' }
const known: Known = {
  quote: { from_amount: '0.00304000', to_amount: '243.10' },
  prices: { BTC: '80000', ETH: '2800', EUR: '1' },
  scale: (currency) => ({ BTC: 8, ETH: 18, EUR: 2 })[currency],
  keeps: true,
}

it('a number of a currency that cannot be chosen any more is not taken for one of another', () => {
  expect(amountFor(sale, { from: btc, to: eur })).toBe('0.00304')
  expect(amountFor(sale, { from: eth, to: eur })).toBe('')
  expect(amountFor({ ...sale, from: undefined }, { from: eth, to: eur })).toBe('0.00304')
})

describe('another currency to pay with', () => {
  it('keeps the other side, and never the number', () => {
    const next = choose(sale, { from: btc, to: eur }, 'from', eth, known)
    expect(next).toMatchObject({ from: eth, to: eur, fixed: 'to', amount: '243.10', agreed: false })
  })

  it('keeps the value where the other side cannot stay or has no price yet', () => {
    for (const facts of [
      { ...known, keeps: false },
      { ...known, quote: undefined },
    ]) {
      const next = choose(sale, { from: btc, to: eur }, 'from', eth, facts)
      // 0.00304 BTC is 243.20 EUR, which is 0.0868571 ETH.
      expect(next).toMatchObject({ from: eth, fixed: 'from', amount: '0.0868571' })
    }
  })

  it('leaves the field empty where nothing says what the value is', () => {
    const next = choose(sale, { from: btc, to: eur }, 'from', eth, { ...known, quote: undefined, prices: undefined })
    expect(next).toMatchObject({ from: eth, fixed: 'from', amount: '' })
  })

  it('changes nothing where only the way or the other end changes', () => {
    expect(choose(sale, { from: btc, to: eur }, 'to', card, known)).toMatchObject({ fixed: 'from', amount: '0.00304' })
    const purchase: ExchangeDraft = { ...EMPTY_DRAFT, from: eur, to: btc }
    const byCard = choose(purchase, { from: eur, to: btc }, 'from', card, known)
    expect(byCard).toMatchObject({ from: card, fixed: 'from', amount: '250.00' })
  })
})
