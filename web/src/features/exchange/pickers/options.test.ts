import { describe, expect, it } from 'vitest'
import type {
  CurrencyCode,
  CurrencyInfo,
  Direction,
  Endpoint,
  PaywayCode,
  PaywayInfo,
} from '../../../api/exchangeTypes'
import { fromOptions, type OnBalances, settle, toOptions } from './options'
import { coinsOf } from './coins'
import { bestMatch, matches } from './search'

const currency = (code: CurrencyCode, name: string, kind: 'fiat' | 'crypto', payways: PaywayCode[]): CurrencyInfo => ({
  code,
  name,
  kind,
  payways,
  scale: 2,
  can_buy: true,
  can_sell: true,
  eea_policy: 'offered',
  min_exchange: '10.00',
  max_exchange: '50000.00',
})
const payway = (
  code: PaywayCode,
  kind: PaywayInfo['kind'],
  name: string,
  network?: PaywayInfo['network'],
): PaywayInfo => ({
  code,
  kind,
  name,
  ...(network ? { network } : {}),
  currencies: [],
  memo: false,
  pauses: [],
})
const catalogue = {
  balance: 'Balance',
  currencies: [
    currency('EUR', 'Euro', 'fiat', ['iban', 'visamc']),
    currency('USDT', 'Tether', 'crypto', ['trc20', 'ton']),
    currency('BTC', 'Bitcoin', 'crypto', ['btc']),
  ],
  payways: [
    payway('iban', 'iban', 'Bank transfer'),
    payway('visamc', 'card', 'Visa / MC'),
    payway('trc20', 'crypto', 'TRC20', 'tron'),
    payway('ton', 'crypto', 'TON', 'ton'),
    payway('btc', 'crypto', 'Bitcoin', 'bitcoin'),
  ],
}
type Place = `${CurrencyCode}:${Endpoint['payway']}`
const end = (place: Place) => place.split(':') as [CurrencyCode, Endpoint['payway']]
const way = (from: Place, to: Place, available = true, reason?: string): Direction => {
  const [from_currency, from_payway] = end(from)
  const [to_currency, to_payway] = end(to)
  const limits = { min_from: '10', max_from: '100', min_to: '1', max_to: '10' }
  const ends = { from_currency, from_payway, to_currency, to_payway }
  return { side: 'BUY', ...ends, ...limits, available, ...(reason ? { reason } : {}) }
}
const directions = [
  way('EUR:visamc', 'BTC:btc'),
  way('EUR:visamc', 'USDT:trc20', false, 'Not offered in the European Economic Area'),
  way('EUR:iban', 'BTC:btc', false, 'Bank transfers are paused'),
]

const NONE: OnBalances = { offered: false, held: undefined }

describe('the currency picker', () => {
  it('offers fiat to pay with and crypto to receive in a purchase', () => {
    expect(fromOptions('BUY', catalogue, directions, NONE).map((o) => o.key)).toEqual(['EUR:iban', 'EUR:visamc'])
    const to = toOptions('BUY', { currency: 'EUR', payway: 'visamc' }, catalogue, directions, NONE)
    expect(to.map((o) => o.key)).toEqual(['USDT:trc20', 'USDT:ton', 'BTC:btc'])
  })

  it('does not blame a pair for a currency that is not exchanged at all', () => {
    const closed = { ...catalogue, currencies: catalogue.currencies.map((one) => ({ ...one, can_sell: false })) }
    for (const option of fromOptions('SELL', closed, [], NONE)) {
      expect(option).toMatchObject({ available: false, reason: 'CURRENCY_UNAVAILABLE' })
    }
  })

  it('tells the pause of a payway while the directions of its currency are unknown', () => {
    const pause = { flow: 'IN', cause: 'MAINTENANCE', texts: {}, from: '2026-11-28T12:00:00Z' } as const
    const payways = catalogue.payways.map((each) => (each.code === 'iban' ? { ...each, pauses: [pause] } : each))
    const iban = fromOptions('BUY', { ...catalogue, payways }, [], NONE).find(
      ({ endpoint }) => endpoint.payway === 'iban',
    )
    expect(iban).toMatchObject({ available: false, reason: 'PAYWAY_PAUSED', pause })
  })

  it('tells the pause of a payway that is off for every pair', () => {
    const pause = { flow: 'IN', cause: 'MAINTENANCE', texts: {}, from: '2026-11-28T12:00:00Z' } as const
    const off = directions.map((each) =>
      each.from_payway === 'iban' ? { ...each, reason: 'PAYWAY_PAUSED', pause } : each,
    )
    const [iban, card] = fromOptions('BUY', catalogue, off, NONE)
    expect(iban).toMatchObject({ available: false, reason: 'PAYWAY_PAUSED', pause })
    expect(card?.pause).toBeUndefined()
  })

  it('keeps what cannot be chosen in the list, last in its group and with the reason', () => {
    const [iban, card] = fromOptions('BUY', catalogue, directions, NONE)
    expect(iban).toMatchObject({ available: false, reason: 'Bank transfers are paused' })
    expect(card).toMatchObject({ available: true })
    const [euro] = coinsOf([iban, card].filter((o) => o !== undefined))
    expect(euro?.options.map((o) => o.key)).toEqual(['EUR:visamc', 'EUR:iban'])
  })

  it('goes by the catalogue until the directions of the chosen currency have come', () => {
    const to = toOptions('BUY', { currency: 'EUR', payway: 'visamc' }, catalogue, [], NONE)
    expect(to.every((option) => option.available)).toBe(true)
  })

  it('finds by code, name, payway and network, in any order', () => {
    const tron = toOptions('BUY', undefined, catalogue, directions, NONE)[0]
    if (!tron) throw new Error('no row')
    for (const query of ['usdt', 'tether', 'trc20', 'tron usdt', ' TRON ']) {
      expect(matches(tron, query.trim()), query).toBe(true)
    }
    expect(matches(tron, 'bitcoin')).toBe(false)
  })

  it('finds by the English name too, whatever language the list is in', () => {
    const local = {
      ...catalogue,
      currencies: catalogue.currencies.map((each) => ({ ...each, name: `[${each.name}]`, serverName: each.name })),
      payways: catalogue.payways.map((each) => ({ ...each, name: 'Банківський переказ', serverName: each.name })),
    }
    const [iban] = fromOptions('BUY', local, directions, NONE)
    if (!iban) throw new Error('no row')
    expect(iban.paywayName).toBe('Банківський переказ')
    for (const query of ['переказ', 'bank transfer', 'euro']) expect(matches(iban, query), query).toBe(true)
  })

  it('takes the currency whose code was typed, before one that travels by a network of that name', () => {
    const open = [way('EUR:visamc', 'USDT:ton'), way('EUR:visamc', 'BTC:btc')]
    const to = toOptions('BUY', { currency: 'EUR', payway: 'visamc' }, catalogue, open, NONE)
    expect(bestMatch(to, 'btc')?.key).toBe('BTC:btc')
    expect(bestMatch(to, 'bit')?.key).toBe('USDT:ton')
    expect(
      bestMatch(
        to.filter((option) => matches(option, 'bit')),
        'bit',
      )?.key,
    ).toBe('BTC:btc')
  })

  it('falls back to the same currency, then to anything open', () => {
    const options = fromOptions('BUY', catalogue, directions, NONE)
    expect(settle(options, { currency: 'EUR', payway: 'iban' })).toEqual({ currency: 'EUR', payway: 'visamc' })
    expect(settle(options, { currency: 'PLN', payway: 'blik' })).toEqual({ currency: 'EUR', payway: 'visamc' })
    expect(settle([], undefined)).toBeUndefined()
  })
})

describe('the balance in the pickers', () => {
  const card: Endpoint = { currency: 'EUR', payway: 'visamc' }
  const euro: Endpoint = { currency: 'EUR', payway: 'balance' }
  const held = new Map([['EUR', '94.95']])
  const mine: OnBalances = { offered: true, held }
  const open = [
    ...directions,
    way('EUR:visamc', 'BTC:balance'),
    way('EUR:balance', 'BTC:btc'),
    way('EUR:balance', 'BTC:balance'),
  ]
  const keys = (options: { key: string }[]) => options.map((option) => option.key)

  it('stands before the payways of its currency, and says what is on it', () => {
    const from = fromOptions('BUY', catalogue, open, mine, card)
    expect(keys(from)).toEqual(['EUR:balance', 'EUR:iban', 'EUR:visamc'])
    expect(from[0]).toMatchObject({ available: true, holds: '94.95', paywayName: 'Balance' })
    const to = toOptions('BUY', card, catalogue, open, mine)
    expect(keys(to)).toEqual(['USDT:balance', 'USDT:trc20', 'USDT:ton', 'BTC:balance', 'BTC:btc'])
    expect(to[3]).toMatchObject({ available: true, holds: undefined })
  })

  it('is given from only where something is on it, or where it was chosen', () => {
    const [bitcoin, nothing] = [new Map([['BTC', '0.01']]), new Map<string, string>()]
    expect(keys(fromOptions('BUY', catalogue, open, { offered: true, held: bitcoin }, card))).not.toContain(
      'EUR:balance',
    )
    expect(keys(fromOptions('BUY', catalogue, open, { offered: true, held: undefined }, euro))).toContain('EUR:balance')
    expect(keys(fromOptions('CONVERT', catalogue, open, { offered: true, held: bitcoin }, undefined))).toEqual([
      'BTC:balance',
    ])
    expect(fromOptions('CONVERT', catalogue, open, { offered: true, held: nothing }, undefined)).toHaveLength(3)
  })

  it('is not there where no balances are offered', () => {
    expect(keys(fromOptions('BUY', catalogue, open, NONE, euro))).not.toContain('EUR:balance')
    expect(keys(toOptions('BUY', card, catalogue, open, NONE))).not.toContain('BTC:balance')
  })

  it('does not take its own currency in a swap: that is a deposit', () => {
    const to = toOptions('SWAP', { currency: 'BTC', payway: 'btc' }, catalogue, [], mine)
    expect(keys(to)).toEqual(['USDT:balance', 'USDT:trc20', 'USDT:ton'])
  })

  it('never takes the place of a payway by itself', () => {
    const from = fromOptions('BUY', catalogue, open, mine, card)
    expect(settle(from, { currency: 'EUR', payway: 'iban' }), 'iban is paused').toEqual(card)
    expect(settle(from, euro)).toEqual(euro)
    const to = toOptions('BUY', card, catalogue, open, mine)
    expect(bestMatch(to, 'btc')?.key, 'Enter after the code').toBe('BTC:btc')
    expect(
      bestMatch(
        to.filter((option) => matches(option, 'btc balance')),
        'btc balance',
      )?.key,
    ).toBe('BTC:balance')
  })
})
