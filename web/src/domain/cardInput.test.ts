import { describe, expect, it } from 'vitest'
import { brandOf, cardProblems, formatCardNumber, formatExpiry, nameProblem, passesLuhn } from './cardInput'

const today = new Date(2026, 10, 21)
const good = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvv: '123', holder: 'Olena Kovalenko' }

describe('a card as it is typed', () => {
  it('stands in groups of four and takes a pasted number', () => {
    expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(formatCardNumber('4242-4242-42')).toBe('4242 4242 42')
    expect(formatCardNumber('42424242424242421234')).toBe('4242 4242 4242 4242')
  })

  it('reads an expiry the way people write it', () => {
    expect(formatExpiry('1126')).toBe('11 / 26')
    expect(formatExpiry('7/29')).toBe('07 / 29')
    expect(formatExpiry('7')).toBe('07')
    expect(formatExpiry('1')).toBe('1')
    expect(formatExpiry('11 / ')).toBe('11')
  })

  it('knows the brand from the first digits', () => {
    expect(brandOf('4')).toBe('visa')
    expect(brandOf('5555')).toBe('mastercard')
    expect(brandOf('2221')).toBe('mastercard')
    expect(brandOf('3782')).toBeUndefined()
  })

  it('accepts a good card until the end of its month', () => {
    expect(cardProblems(good, today)).toEqual({})
    expect(cardProblems({ ...good, expiry: '10 / 26' }, today)).toEqual({ expiry: 'expired' })
  })

  it('names what is wrong in each field', () => {
    expect(cardProblems({ number: '', expiry: '', cvv: '', holder: '' }, today)).toEqual({
      number: 'required',
      expiry: 'required',
      cvv: 'required',
      holder: 'required',
    })
    expect(cardProblems({ ...good, number: '4242 4242 4242 4241' }, today).number).toBe('number_wrong')
    expect(cardProblems({ ...good, number: '4242 4242' }, today).number).toBe('number_incomplete')
    expect(cardProblems({ ...good, expiry: '13 / 27' }, today).expiry).toBe('expiry_wrong')
    expect(cardProblems({ ...good, cvv: '12' }, today).cvv).toBe('cvv_incomplete')
  })

  it('holds names to the specification’s letters and length', () => {
    expect(nameProblem('Олена О’Коваленко-Мазур')).toBeUndefined()
    expect(nameProblem('Ł')).toBe('name_length')
    expect(nameProblem('x'.repeat(51))).toBe('name_length')
    expect(nameProblem('Olena 😀')).toBe('name_characters')
    expect(nameProblem('Firma 24')).toBe('name_characters')
    expect(nameProblem('Firma 24', true)).toBeUndefined()
  })

  it('checks the check digit', () => {
    expect(passesLuhn('4000000000003220')).toBe(true)
    expect(passesLuhn('4000000000003221')).toBe(false)
  })
})
