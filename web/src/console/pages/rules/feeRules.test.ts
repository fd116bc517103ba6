import { expect, test } from 'vitest'
import type { FeeRule } from '../../api/rules'
import { feeRuleOf, feeRuleTexts, firstRule, isFeeRule } from './feeRules'

const LARGE: FeeRule = {
  name: 'Large purchases',
  line: 'our_fee',
  operation: 'buy',
  tier: 'T2',
  amount: { currency: 'PLN', from: '4000' },
  fee: { currency: 'EUR', fixed: '0', percent: '0.5', min: '0.99' },
}

test('a rule that was opened and not changed stays as it is', () => {
  expect(feeRuleOf(LARGE, feeRuleTexts(LARGE))).toEqual(LARGE)
})

test('an empty condition is left out, and the amount with it', () => {
  const texts = feeRuleTexts(LARGE)
  const choices = { ...texts.choices, tier: undefined }
  const { tier: _, amount: __, ...rest } = LARGE
  expect(feeRuleOf(LARGE, { ...texts, choices, from: '' })).toEqual(rest)
})

test('the margin on the network fee is a percentage alone', () => {
  const texts = feeRuleTexts(LARGE)
  const margin = feeRuleOf(LARGE, { ...texts, choices: { line: 'network_fee' } })
  expect(margin).toEqual({
    name: LARGE.name,
    line: 'network_fee',
    fee: { currency: 'EUR', fixed: '0', percent: '0.5' },
  })
})

test('a rule needs a name of its own, amounts, and the profile of its partner', () => {
  const texts = feeRuleTexts(LARGE)
  expect(isFeeRule(texts, ['Other'])).toBe(true)
  expect(isFeeRule(texts, [LARGE.name])).toBe(false)
  expect(isFeeRule(feeRuleTexts(firstRule('EUR')), [])).toBe(false)
  expect(isFeeRule({ ...texts, from: 'much' }, [])).toBe(false)
  expect(isFeeRule({ ...texts, choices: { ...texts.choices, partner: 'usr_1' } }, [])).toBe(false)
})
