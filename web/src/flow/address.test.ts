import { describe, expect, it } from 'vitest'
import { groupIban, shorten } from './address'

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
