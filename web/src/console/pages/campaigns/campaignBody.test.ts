import { expect, test } from 'vitest'
import { bodyOf, EMPTY } from './campaignBody'

test('what is left empty is no limit', () => {
  expect(bodyOf({ ...EMPTY, name: 'Spring', code: 'SPRING' })).toEqual({
    name: 'Spring',
    code: 'SPRING',
    percent: 50,
    currency: 'EUR',
    per_person: 1,
    first_order_only: false,
    countries: [],
    payways: [],
  })
})

test('many codes have no code, and lists are read with commas or spaces', () => {
  const typed = {
    ...EMPTY,
    kind: 'single',
    count: '20',
    bonus: '5',
    budget: '99,50',
    countries: 'pl, de',
    payways: 'VISAMC blik',
  }
  expect(bodyOf({ ...typed, kind: 'single' })).toMatchObject({
    code_count: 20,
    bonus: '5',
    budget: '99.50',
    countries: ['PL', 'DE'],
    payways: ['visamc', 'blik'],
  })
})

test('what is no number is refused by the server with the rule of its field', () => {
  expect(bodyOf({ ...EMPTY, percent: 'half', usesMax: '1e9' })).toMatchObject({ percent: 0, uses_max: 0 })
})
