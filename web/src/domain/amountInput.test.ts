import { describe, expect, it } from 'vitest'
import { cutTo, editable, needsPreview, readAmount, wireAmount } from './amountInput'
import { grouped, separatorsOf, trimZeros } from './grouping'

const en = { decimal: '.', group: ',' }
const uk = { decimal: ',', group: '\u00a0' }

describe('typing an amount', () => {
  it('takes a comma or a point as the decimal mark', () => {
    expect(readAmount('12,5', 2, uk)?.wire).toBe('12.5')
    expect(readAmount('12.5', 2, uk)?.wire).toBe('12.5')
    expect(readAmount('0,15', 2, en)?.wire).toBe('0.15')
  })

  it('reads pasted amounts with groups', () => {
    expect(readAmount('1,234', 2, en)?.wire).toBe('1234')
    expect(readAmount('1 234 567,89', 2, uk)?.wire).toBe('1234567.89')
    expect(readAmount('1.234.567', 2, uk)?.wire).toBe('1234567')
    expect(readAmount('1,234,567.89', 2, en)?.wire).toBe('1234567.89')
    expect(readAmount('1.234,56', 2, uk)?.wire).toBe('1234.56')
  })

  it('keeps half-typed text editable', () => {
    expect(readAmount('12.', 2, en)).toEqual({ wire: '12.' })
    expect(readAmount('.', 2, en)?.wire).toBe('0.')
    expect(readAmount('', 2, en)?.wire).toBe('')
    expect(wireAmount('12.')).toBe('12')
    expect(wireAmount('0.')).toBeUndefined()
    expect(wireAmount('0.00')).toBeUndefined()
    expect(wireAmount('')).toBeUndefined()
  })

  it('drops decimals the currency does not have, and says so', () => {
    expect(readAmount('1.239', 2, en)).toEqual({ wire: '1.23' })
    expect(readAmount('0.000000000000000001', 18, en)?.wire).toBe('0.000000000000000001')
  })

  it('says why text is no amount, and never reads a part of it', () => {
    const refused = (text: string) => readAmount(text, 2, en, 'EUR')
    expect(refused('-5')).toEqual({ wire: '', refused: 'negative' })
    expect(refused('−5')).toEqual({ wire: '', refused: 'negative' })
    expect(refused('250 USD')).toEqual({ wire: '', refused: 'currency' })
    expect(refused('$250')).toEqual({ wire: '', refused: 'currency' })
    for (const text of ['abc def', '1e5', '1.2.3', '1,2,3', '12,34.5', '€', '1/2']) {
      expect(refused(text), text).toEqual({ wire: '', refused: 'shape' })
    }
    expect(refused('9'.repeat(40))).toEqual({ wire: '', refused: 'long' })
  })

  it('takes the name or the mark of its own currency along', () => {
    for (const text of [
      '250 EUR',
      '250EUR',
      'EUR 250',
      '€250',
      '250 €',
      '+250',
      '２５０',
      '\u202a250\u202c',
      '250\u200b',
    ]) {
      expect(readAmount(text, 2, en, 'EUR'), text).toEqual({ wire: '250' })
    }
    expect(readAmount('1 500,50 zł', 2, uk, 'PLN')).toEqual({ wire: '1500.50' })
  })

  it('means the same whether it is typed sign by sign or pasted', () => {
    // The field parses its whole text after each keystroke, so typing must end with the result of pasting.
    expect(readAmount('25,000', 2, en)).toEqual({ wire: '25000' })
    expect(readAmount('25,000', 2, uk)).toEqual({ wire: '25.00' })
    expect(readAmount('25,00', 2, en)).toEqual({ wire: '25.00' })
  })

  it('shows what was understood where the text reads otherwise', () => {
    const preview = (text: string, marks = en) => needsPreview(text, readAmount(text, 2, marks, 'EUR').wire, marks)
    for (const text of ['250', '250.5', '25,000', '']) expect(preview(text), text).toBe(false)
    for (const text of ['25,0', '1.239', '250 EUR', '1 500', '007']) expect(preview(text), text).toBe(true)
    expect(preview('25,000', uk)).toBe(true)
  })

  it('shows the same digits back in the reader’s own marks', () => {
    expect(grouped('5000000000.000000000000000001', en)).toBe('5,000,000,000.000000000000000001')
    expect(grouped('1234.5', uk)).toBe('1\u00a0234,5')
    expect(editable('1234.5', uk)).toBe('1234,5')
    expect(separatorsOf('en')).toEqual(en)
  })

  it('trims only zeros that say nothing', () => {
    expect(trimZeros('0.50000000')).toBe('0.50')
    expect(trimZeros('250.00')).toBe('250.00')
    expect(trimZeros('287.914036')).toBe('287.914036')
    expect(trimZeros('3.00000000', 0)).toBe('3')
  })
})

it('an amount keeps no more decimals than the currency it is now in', () => {
  expect(cutTo('0.12345678', 2)).toBe('0.12')
  expect(cutTo('250', 2)).toBe('250')
  expect(cutTo('1.5', 0)).toBe('1')
})

describe('any amount', () => {
  // A seeded generator: the same amounts on every run.
  let state = 20261126
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % bound
  }
  const digits = (count: number) => Array.from({ length: count }, () => String(below(10))).join('')

  it('is read back from every way in which it is shown, in every language', () => {
    for (let round = 0; round < 3000; round++) {
      const scale = [0, 2, 6, 8, 18][below(5)] ?? 2
      const whole = digits(1 + below(12)).replace(/^0+(?=\d)/, '')
      const wire = scale === 0 || below(3) === 0 ? whole : `${whole}.${digits(scale)}`
      for (const locale of ['en', 'uk', 'ru', 'pl']) {
        const marks = separatorsOf(locale)
        expect(readAmount(grouped(wire, marks), scale, marks, 'EUR'), `${locale} ${wire}`).toEqual({ wire })
        expect(readAmount(editable(wire, marks), scale, marks, 'EUR'), `${locale} ${wire}`).toEqual({ wire })
        expect(readAmount(`${grouped(wire, marks)}\u00a0€`, scale, marks, 'EUR').wire).toBe(wire)
      }
    }
  })

  it('is never made of text that holds anything else', () => {
    const alphabet = '0123456789.,- eE€$xz'
    for (let round = 0; round < 5000; round++) {
      const text = Array.from({ length: 1 + below(8) }, () => alphabet[below(alphabet.length)]).join('')
      const { wire, refused } = readAmount(text, 2, en, 'EUR')
      // The result has all digits of the text in order, except decimals beyond the scale.
      const kept = wire.replace('.', '').replace(/^0+/, '')
      const given = text.replace(/\D/g, '').replace(/^0+/, '')
      expect(given.startsWith(kept), `${text} was read as ${wire}`).toBe(true)
      if (/[1-9]/.test(text) && wire === '') expect(refused, text).toBeDefined()
      if (/[xz$-]|\d.*[eE].*\d/.test(text)) expect(wire, text).toBe('')
    }
  })
})
