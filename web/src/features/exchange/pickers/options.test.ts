import { describe, expect, it } from 'vitest'
import type { CurrencyCode, CurrencyInfo, Direction, PaywayCode, PaywayInfo } from '../../../api/exchangeTypes'
import { fromOptions, settle, toOptions } from './options'
import { bestMatch, groupOptions, matches } from './search'

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
})
const catalogue = {
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
type Place = `${CurrencyCode}:${PaywayCode}`
const end = (place: Place) => place.split(':') as [CurrencyCode, PaywayCode]
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

describe('the currency picker', () => {
  it('offers fiat to pay with and crypto to receive in a purchase', () => {
    expect(fromOptions('BUY', catalogue, directions).map((o) => o.key)).toEqual(['EUR:iban', 'EUR:visamc'])
    const to = toOptions('BUY', { currency: 'EUR', payway: 'visamc' }, catalogue, directions)
    expect(to.map((o) => o.key)).toEqual(['USDT:trc20', 'USDT:ton', 'BTC:btc'])
  })

  it('does not blame a pair for a currency that is not exchanged at all', () => {
    const closed = { ...catalogue, currencies: catalogue.currencies.map((one) => ({ ...one, can_sell: false })) }
    for (const option of fromOptions('SELL', closed, [])) {
      expect(option).toMatchObject({ available: false, reason: 'CURRENCY_UNAVAILABLE' })
    }
  })

  it('keeps what cannot be chosen in the list, last in its group and with the reason', () => {
    const [iban, card] = fromOptions('BUY', catalogue, directions)
    expect(iban).toMatchObject({ available: false, reason: 'Bank transfers are paused' })
    expect(card).toMatchObject({ available: true })
    const groups = groupOptions([iban, card].filter((o) => o !== undefined))
    expect(groups[0]?.options.map((o) => o.key)).toEqual(['EUR:visamc', 'EUR:iban'])
  })

  it('goes by the catalogue until the directions of the chosen currency have come', () => {
    const to = toOptions('BUY', { currency: 'EUR', payway: 'visamc' }, catalogue, [])
    expect(to.every((option) => option.available)).toBe(true)
  })

  it('finds by code, name, payway and network, in any order', () => {
    const tron = toOptions('BUY', undefined, catalogue, directions)[0]
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
    const [iban] = fromOptions('BUY', local, directions)
    if (!iban) throw new Error('no row')
    expect(iban.paywayName).toBe('Банківський переказ')
    for (const query of ['переказ', 'bank transfer', 'euro']) expect(matches(iban, query), query).toBe(true)
  })

  it('takes the currency whose code was typed, before one that travels by a network of that name', () => {
    const to = toOptions('BUY', { currency: 'EUR', payway: 'visamc' }, catalogue, [
      way('EUR:visamc', 'USDT:ton'),
      way('EUR:visamc', 'BTC:btc'),
    ])
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
    const options = fromOptions('BUY', catalogue, directions)
    expect(settle(options, { currency: 'EUR', payway: 'iban' })).toEqual({ currency: 'EUR', payway: 'visamc' })
    expect(settle(options, { currency: 'PLN', payway: 'blik' })).toEqual({ currency: 'EUR', payway: 'visamc' })
    expect(settle([], undefined)).toBeUndefined()
  })
})
