import { describe, expect, it } from 'vitest'
import { domainRule, emailRule, ipListRule, isBroken, type Judged, passwordRule, phoneRule, urlRule } from './rules'
import { birthRule, dateMask, dateRule } from './dates'
import { addressRule, cityRule, fullNameRule, nameRule, postcodeRule } from './words'
import { phraseRule } from './phrase'
import { rules, today } from './vectors.json'

const RULES: Record<keyof typeof rules, (text: string) => Judged<unknown>> = {
  name: nameRule,
  full_name: fullNameRule,
  address: addressRule,
  city: cityRule,
  postcode: postcodeRule,
  email: emailRule,
  date: (text) => dateRule(text, new Date(`${today}T12:00:00`)),
  password: passwordRule,
  phone: phoneRule,
  phrase: phraseRule,
  url: urlRule,
  domain: domainRule,
  ip_list: ipListRule,
}

describe('the examples that the server runs too', () => {
  for (const [rule, examples] of Object.entries(rules)) {
    it(`come out as they say: ${rule}`, () => {
      expect(examples.length).toBeGreaterThan(3)
      for (const example of examples) {
        const judged = RULES[rule as keyof typeof rules](example.in)
        expect(isBroken(judged) ? { in: example.in, code: judged.code } : { in: example.in, ok: judged.ok }).toEqual(
          example,
        )
      }
    })
  }
})

it('every letter of Latin and Cyrillic orthographies is taken in a name, and no other letter', () => {
  const is = (letter: string, property: string) => new RegExp(`^${property}$`, 'u').test(letter)
  const refused: string[] = []
  const taken: string[] = []
  for (let code = 0x41; code <= 0xffff; code++) {
    const letter = String.fromCharCode(code)
    // Phonetic notation and fullwidth letters belong to no orthography.
    const written = letter.normalize('NFKC') === letter && !(code >= 0x1d00 && code <= 0x1dbf)
    if (!is(letter, '\\p{L}') || !written) continue
    const ours = is(letter, '\\p{Script=Latin}') || is(letter, '\\p{Script=Cyrillic}')
    const judged = nameRule(letter + letter)
    if (ours && isBroken(judged)) refused.push(letter)
    if (!ours && !is(letter, '\\p{Lm}') && !isBroken(judged)) taken.push(letter)
  }
  expect({ refused, taken }).toEqual({ refused: [], taken: [] })
})

it('a character that reverses what is seen is named', () => {
  expect(nameRule('anna\u202ebob')).toEqual({ code: 'invisible_character', character: 'U+202E' })
})

it('somebody who turns eighteen today is of age', () => {
  const at = new Date('2026-03-01T12:00:00')
  expect(birthRule('01/03/2008', at)).toEqual({ ok: '2008-03-01' })
  expect(birthRule('02/03/2008', at)).toEqual({ code: 'age', bound: 18 })
})

it('a date gets its strokes while it is typed', () => {
  expect(['2', '24', '240', '24081991', '24/08/1991x'].map(dateMask)).toEqual([
    '2',
    '24',
    '24/0',
    '24/08/1991',
    '24/08/1991',
  ])
})
