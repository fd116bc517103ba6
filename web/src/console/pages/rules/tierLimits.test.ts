import { expect, test } from 'vitest'
import { isOrdered, isTierText, tierAmountsOf, tierTextsOf } from './tierLimits'

const LIMITS = { fiat_day: '100', fiat_month: '500', crypto_out_day: '100' }

test('limits are read back as they were, and an empty text is unlimited', () => {
  expect(tierAmountsOf(tierTextsOf(LIMITS))).toEqual(LIMITS)
  expect(isTierText('', false)).toBe(true)
  expect(isTierText('', true), 'customers without a document have every limit').toBe(false)
  expect(isTierText('much', false)).toBe(false)
})

test('a day has no higher limit than its month', () => {
  expect(isOrdered(tierTextsOf(LIMITS))).toBe(true)
  expect(isOrdered(tierTextsOf({ ...LIMITS, fiat_day: '501' }))).toBe(false)
  expect(isOrdered(tierTextsOf({ ...LIMITS, crypto_out_month: '5' }))).toBe(false)
})
