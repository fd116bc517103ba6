import { expect, test } from 'vitest'
import type { FeeRule } from '../../api/rules'
import { partnerChoices, partnerName } from './partnerNames'
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

test('a rule needs a name of its own, and amounts', () => {
  const texts = feeRuleTexts(LARGE)
  expect(isFeeRule(texts, ['Other'])).toBe(true)
  expect(isFeeRule(texts, [LARGE.name])).toBe(false)
  expect(isFeeRule(feeRuleTexts(firstRule('EUR')), [])).toBe(false)
  expect(isFeeRule({ ...texts, from: 'much' }, [])).toBe(false)
})

test('a partner is chosen by the names of its keys, and one without a key stays chosen', () => {
  const partners = [{ profile: 'prf_1', keys: ['Shop', 'Widget'] }]
  expect(partnerChoices('prf_1', partners)).toEqual(['prf_1'])
  expect(partnerChoices('prf_2', partners)).toEqual(['prf_1', 'prf_2'])
  expect(['prf_1', 'prf_2'].map((profile) => partnerName(profile, partners))).toEqual(['Shop, Widget', 'prf_2'])
})
