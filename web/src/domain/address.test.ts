import { describe, expect, it } from 'vitest'
import { addressGroups, groupIban, shorten } from './address'

describe('an address to be compared', () => {
  const strong = (address: string) => addressGroups(address).flatMap((group) => (group.strong ? [group.text] : []))

  it.each([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'DE89370400440532013000',
    'short',
    'abc',
    '',
  ])('%j is whole, in groups of four', (address) => {
    const texts = addressGroups(address).map(({ text }) => text)
    expect(texts.join('')).toBe(address)
    expect(texts.slice(0, -1).every((text) => text.length === 4)).toBe(true)
  })

  it('has strong ends, of four signs or more', () => {
    expect(strong('0x52908400098527886E0F7030069857D2E4169E')).toEqual(['0x52', '169E'])
    expect(strong('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toEqual(['bc1q', 'v8f3', 't4'])
  })
})

describe('an account on the screen', () => {
  it('is an IBAN in groups of four, whatever its length', () => {
    expect(groupIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
    expect(groupIban('PL 6110 9010 1400 0007 1219 8128 74')).toBe('PL61 1090 1014 0000 0712 1981 2874')
  })

  it('keeps both ends of a shortened IBAN whole', () => {
    expect(groupIban('DE8937…3000')).toBe('DE89 37…3000')
  })

  it('keeps both ends of an address, and a short one as it is', () => {
    expect(shorten('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bc1qw508d6…7kv8f3t4')
    expect(shorten('short')).toBe('short')
  })
})
