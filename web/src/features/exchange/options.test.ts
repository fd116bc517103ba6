import { describe, expect, it } from 'vitest'
import type { CurrencyInfo, Direction, PaywayInfo } from '../../api/exchangeTypes'
import { fromOptions, groupOptions, matches, settle, toOptions } from './options'

const currency = (code: string, name: string, kind: 'fiat' | 'crypto', payways: string[]): CurrencyInfo => ({
  code,
  name,
  kind,
  payways,
  scale: 2,
  can_buy: true,
  can_sell: true,
})
const payway = (code: string, kind: PaywayInfo['kind'], name: string, network?: string): PaywayInfo => ({
  code,
  kind,
  name,
  network: network ?? null,
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
const way = (from: string, to: string, available = true, reason?: string): Direction => {
  const [from_currency = '', from_payway = ''] = from.split(':')
  const [to_currency = '', to_payway = ''] = to.split(':')
  return { side: 'buy', from_currency, from_payway, to_currency, to_payway, available, reason: reason ?? null }
}
const directions = [
  way('EUR:visamc', 'BTC:btc'),
  way('EUR:visamc', 'USDT:trc20', false, 'Not offered in the European Economic Area'),
  way('EUR:iban', 'BTC:btc', false, 'Bank transfers are paused'),
]

describe('the currency picker', () => {
  it('offers fiat to pay with and crypto to receive in a purchase', () => {
    expect(fromOptions('buy', catalogue, directions).map((o) => o.key)).toEqual(['EUR:iban', 'EUR:visamc'])
    const to = toOptions('buy', { currency: 'EUR', payway: 'visamc' }, catalogue, directions)
    expect(to.map((o) => o.key)).toEqual(['USDT:trc20', 'USDT:ton', 'BTC:btc'])
  })

  it('keeps what cannot be chosen in the list, last in its group and with the reason', () => {
    const [iban, card] = fromOptions('buy', catalogue, directions)
    expect(iban).toMatchObject({ available: false, reason: 'Bank transfers are paused' })
    expect(card).toMatchObject({ available: true })
    const groups = groupOptions([iban, card].filter((o) => o !== undefined))
    expect(groups[0]?.options.map((o) => o.key)).toEqual(['EUR:visamc', 'EUR:iban'])
  })

  it('finds by code, name, payway and network, in any order', () => {
    const tron = toOptions('buy', undefined, catalogue, directions)[0]
    if (!tron) throw new Error('no row')
    for (const query of ['usdt', 'tether', 'trc20', 'tron usdt', ' TRON ']) {
      expect(matches(tron, query.trim()), query).toBe(true)
    }
    expect(matches(tron, 'bitcoin')).toBe(false)
  })

  it('falls back to the same currency, then to anything open', () => {
    const options = fromOptions('buy', catalogue, directions)
    expect(settle(options, { currency: 'EUR', payway: 'iban' })).toEqual({ currency: 'EUR', payway: 'visamc' })
    expect(settle(options, { currency: 'PLN', payway: 'blik' })).toEqual({ currency: 'EUR', payway: 'visamc' })
    expect(settle([], undefined)).toBeUndefined()
  })
})
