import { describe, expect, it } from 'vitest'
import {
  addressRule,
  birthRule,
  cityRule,
  dateMask,
  dateRule,
  domainRule,
  emailRule,
  fullNameRule,
  ipListRule,
  isBroken,
  type Judged,
  nameRule,
  passwordRule,
  phoneRule,
  postcodeRule,
  urlRule,
} from './rules'
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
