import { describe, expect, it } from 'vitest'
import type { CurrencyInfo, PaywayInfo } from '../api/exchangeTypes'
import { inWords } from './catalogue'

const currency = (code: CurrencyInfo['code'], name: string, kind: CurrencyInfo['kind']): CurrencyInfo => ({
  code,
  name,
  kind,
  payways: [],
  scale: 2,
  can_buy: true,
  can_sell: true,
  eea_policy: 'offered',
  min_exchange: '10.00',
  max_exchange: '50000.00',
})
const payway = (code: PaywayInfo['code'], kind: PaywayInfo['kind'], name: string): PaywayInfo => ({
  code,
  kind,
  name,
  currencies: [],
  memo: false,
  pauses: [],
})
const catalogue = {
  currencies: [currency('EUR', 'Euro', 'fiat'), currency('BTC', 'Bitcoin', 'crypto')],
  payways: [payway('iban', 'iban', 'Bank transfer'), payway('blik', 'code', 'BLIK')],
}

describe('the catalogue in the reader’s words', () => {
  const words = inWords(catalogue, 'uk', ({ message }) => `[${message}]`)

  it('names money of a state and words for a payway in that language, names and brands as they are', () => {
    expect(words.currencies.map((each) => each.name)).toEqual(['Євро', 'Bitcoin'])
    expect(words.payways.map((each) => each.name)).toEqual(['[Bank transfer]', 'BLIK'])
  })

  it('keeps what the server calls it', () => {
    expect(words.currencies[0]?.serverName).toBe('Euro')
    expect(words.payways[0]?.serverName).toBe('Bank transfer')
  })
})
