import { describe, expect, it } from 'vitest'
import { fitting, type SavedRequisite, savedAt, savedTitle, shortValue } from './savedRequisites'

const IBAN = 'ES9121000418450200051332'
const base = { id: 'req_1', created_at: '2026-01-01T00:00:00Z' }
const iban: SavedRequisite = {
  ...base,
  kind: 'iban',
  currency: 'EUR',
  payway: 'iban',
  value: IBAN,
  full_name: 'Olena Kovalenko',
}
const coin: SavedRequisite = { ...base, id: 'req_2', kind: 'address', currency: 'USDT', payway: 'ton', value: 'UQabc' }
const tagged: SavedRequisite = { ...coin, id: 'req_3', memo: '77' }
const euro = { currency: 'EUR', payway: 'iban' } as const
const ton = { currency: 'USDT', payway: 'ton' } as const

describe('saved details that fit a payout', () => {
  it('are those of its payway, in the given order', () => {
    expect(fitting([coin, iban, tagged], ton)).toEqual([coin, tagged])
    expect(fitting([coin, iban], { currency: 'BTC', payway: 'btc' })).toEqual([])
  })

  it('are bank accounts of its currency, and addresses of any currency', () => {
    expect(fitting([iban], euro)).toEqual([iban])
    expect(fitting([iban], { currency: 'USD', payway: 'iban' })).toEqual([])
    expect(fitting([coin], { currency: 'TON', payway: 'ton' })).toEqual([coin])
  })

  it('are none for a balance', () => expect(fitting([iban, coin], { currency: 'EUR', payway: 'balance' })).toEqual([]))
})

describe('the saved details of a destination', () => {
  it('are found by an IBAN that is typed in groups and in lower case', () => {
    expect(savedAt([iban], euro, { kind: 'iban', value: 'es91 2100 0418 4502 0005 1332' })).toBe(iban)
    expect(savedAt([iban], euro, { kind: 'iban', value: 'ES91' })).toBeUndefined()
  })

  it('are told apart by the memo, and a missing memo equals an empty one', () => {
    expect(savedAt([tagged, coin], ton, { kind: 'address', value: 'UQabc', memo: '' })).toBe(coin)
    expect(savedAt([coin, tagged], ton, { kind: 'address', value: ' UQabc ', memo: '77' })).toBe(tagged)
    expect(savedAt([coin, tagged], ton, { kind: 'address', value: 'UQabc', memo: '78' })).toBeUndefined()
  })

  it('keep the case of an address', () => {
    expect(savedAt([coin], ton, { kind: 'address', value: 'uqabc' })).toBeUndefined()
  })

  it('are not those of another payway', () => {
    expect(savedAt([coin], { currency: 'USDT', payway: 'trc20' }, coin)).toBeUndefined()
  })
})

describe('the title of saved details', () => {
  it('is the label, or else the value with both of its ends', () => {
    expect(savedTitle({ ...iban, label: 'Rent' })).toBe('Rent')
    expect(savedTitle(iban)).toBe('ES91 2100…1332')
    expect(savedTitle({ ...coin, value: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })).toBe('bc1qw508d6…7kv8f3t4')
  })

  it('is the whole value if that is short', () => expect(shortValue(coin)).toBe('UQabc'))
})
