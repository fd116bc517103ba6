import { afterEach, expect, it, vi } from 'vitest'

const TYPED = { side: 'SELL', fixed: 'to', amount: '75.00', payoutKind: 'address', agreed: true }

/** The draft that a page reads when the tab's storage contains `kept`. */
async function read(kept: object) {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(kept), setItem: () => {}, removeItem: () => {} })
  const { exchangeDraft, EMPTY_DRAFT } = await import('./draft')
  return { draft: exchangeDraft.get(), EMPTY_DRAFT }
}

afterEach(() => vi.unstubAllGlobals())

it('goes on with what an older version kept, where nothing of it has to be guessed', async () => {
  const attempt = { quoteId: 'qt_1', key: 'k1', requisite: { kind: 'address', value: 'ltc1q' } }
  expect((await read(TYPED)).draft).toEqual(TYPED)
  expect((await read({ ...TYPED, attempt })).draft).toEqual({ ...TYPED, attempt })
})

it('starts from the beginning if an attempt does not say where its money goes, or a price is not whole', async () => {
  for (const part of [
    { attempt: { quoteId: 'qt_1', key: 'k1' } },
    { quote: { id: 'qt_1' } },
    { side: 'sell' },
    { amount: '1e5' },
    { amount: 5 },
  ]) {
    const { draft, EMPTY_DRAFT } = await read({ ...TYPED, ...part })
    expect(draft).toEqual(EMPTY_DRAFT)
  }
})

it('keeps the payout details of an amount that is typed before the directions have loaded', async () => {
  const { typeAmount, EMPTY_DRAFT } = await import('./draft')
  const to = { currency: 'LTC', payway: 'ltc' } as const
  const requisite = { kind: 'address', value: 'ltc1q' } as const
  const draft = { ...EMPTY_DRAFT, from: { currency: 'EUR', payway: 'visamc' } as const, to, requisite }
  const typed = typeAmount(draft, { from: undefined, to: undefined }, 'from', '30')
  expect(typed).toMatchObject({ amount: '30', from: draft.from, to, requisite })
  const elsewhere = typeAmount(draft, { from: draft.from, to: { currency: 'BTC', payway: 'btc' } }, 'from', '30')
  expect(elsewhere.requisite, 'an address is of one network').toBeUndefined()
})
