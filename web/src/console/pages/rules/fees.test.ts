import { expect, test } from 'vitest'
import type { PaywayRule, RuleFee } from '../../api/rules'
import { separatorsOf } from '../../../domain/grouping'
import { isAmount, isAmountOrNone, isSpread, wireText } from '../../parts/amounts'
import { feeOf, isFee, switched, textsOf } from './fees'

const FEE: RuleFee = { currency: 'EUR', fixed: '0.25', percent: '2.4' }
const CARD: PaywayRule = { payway: 'visamc', fee_in: FEE }
const NEW = { before: undefined, currency: 'EUR' } as const

test('a direction of a payway begins with a fee of nothing and ends without one', () => {
  const both = switched(CARD, 'fee_out', true, NEW)
  expect(both).toEqual({ ...CARD, fee_out: { currency: 'EUR', fixed: '0', percent: '0' } })
  expect(switched(both, 'fee_out', false, NEW)).toEqual(CARD)
  const closed = switched(CARD, 'fee_in', false, NEW)
  expect(closed).toEqual({ payway: 'visamc' })
  expect(switched(closed, 'fee_in', true, { ...NEW, before: FEE }), 'off and on again').toEqual(CARD)
})

test('a fee without a minimum has none after it was edited', () => {
  expect(feeOf('EUR', textsOf(FEE))).toEqual(FEE)
  expect(feeOf('EUR', { ...textsOf({ ...FEE, min: '1' }), min: '' })).toEqual(FEE)
  expect(isFee({ ...textsOf(FEE), max: 'much' })).toBe(false)
})

test('an amount is digits with at most one point, and a spread is at most 1', () => {
  expect(['0', '10', '0.5'].every(isAmount)).toBe(true)
  expect(['', '.5', '5.', '-1', '1e3', '1,5'].some(isAmount)).toBe(false)
  expect(['0', '0.25', '1', '1.00'].every(isSpread)).toBe(true)
  expect(['1.01', '2', ''].some(isSpread)).toBe(false)
})

test('an operator types amounts in the way of their language, as customers do', () => {
  const read = (locale: string) => (text: string) => wireText(text, separatorsOf(locale))
  expect([' 1 000,5', '0,125', '12,5', '5.'].map(read('en'))).toEqual(['1000.5', '0.125', '12.5', '5'])
  expect(['1,500', '1.234,56', '1 500,75'].map(read('en'))).toEqual(['1500', '1234.56', '1500.75'])
  expect(['1 000', '1,5', '1.234,56'].map(read('uk'))).toEqual(['1000', '1.5', '1234.56'])
  // An empty maximum means that there is none, so a text that is no amount must not become empty.
  for (const text of ['much', '-1', '1e3', '1.2.3']) expect(isAmountOrNone(read('en')(text)), text).toBe(false)
})
