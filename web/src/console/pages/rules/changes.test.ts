import { expect, test } from 'vitest'
import type { Rules } from '../../api/rules'
import { countChanges } from './changes'

const RULES: Rules = {
  our_fee: { currency: 'EUR', fixed: '0', percent: '1', min: '0.99' },
  convert_fee: { currency: 'EUR', fixed: '0', percent: '0.5' },
  fee_rules: [{ name: 'Tier 2', line: 'our_fee', tier: 'T2', fee: { currency: 'EUR', fixed: '0', percent: '0.8' } }],
  spread_percent: '0',
  payways: [
    { payway: 'iban', fee_in: { currency: 'EUR', fixed: '0', percent: '0' } },
    { payway: 'blik', fee_in: { currency: 'EUR', fixed: '0', percent: '1.2' } },
  ],
  limits: [
    { payway: 'blik', currency: 'PLN', min: '20', max: '10000' },
    { payway: 'iban', direction: 'in', country: 'PL', currency: 'EUR', day: '500' },
  ],
  currencies: [
    {
      currency: 'BTC',
      is_on: true,
      min_exchange: '0.0002',
      max_exchange: '0.5',
      min_deposit: '0.0001',
      min_payout: '0.0002',
      mica: 'OFFERED',
    },
  ],
  forbidden: ['RU', 'KP'],
  confirmations: [{ network: 'litecoin', at_least: 6 }],
  lifetimes: { card: 600, code: 600, crypto: 900, iban: 432000 },
  tiers: [{ tier: 'T0', limits: { fiat_day: '100', fiat_month: '500' } }],
  eea_enforced: true,
  relied_on: ['prf_1', 'prf_2'],
}

const changes = (part: Partial<Rules>) => countChanges(RULES, { ...RULES, ...part })

test('rules that are the same have no changes, whatever the order of their lists', () => {
  expect(changes({})).toBe(0)
  expect(changes(structuredClone(RULES))).toBe(0)
  expect(
    changes({ payways: RULES.payways.toReversed(), limits: RULES.limits.toReversed(), forbidden: ['KP', 'RU'] }),
  ).toBe(0)
  expect(changes({ relied_on: ['prf_2', 'prf_1'] })).toBe(0)
})

test('each changed value counts as one', () => {
  expect(changes({ spread_percent: '0.2', eea_enforced: false })).toBe(2)
  expect(changes({ our_fee: { currency: 'EUR', fixed: '1', percent: '2', min: '0.99' } })).toBe(2)
  const currencies = RULES.currencies.map((one) => ({ ...one, is_on: false, mica: 'BLOCKED' as const }))
  expect(changes({ currencies })).toBe(2)
})

test('a value, a fee, a country, a partner or a number that is added or removed counts as one', () => {
  expect(changes({ our_fee: { currency: 'EUR', fixed: '0', percent: '1' } })).toBe(1)
  const [bank, ...others] = RULES.payways
  expect(changes({ payways: [{ payway: bank?.payway ?? 'iban' }, ...others] })).toBe(1)
  expect(changes({ forbidden: ['RU', 'IR'] })).toBe(2)
  expect(changes({ limits: RULES.limits.slice(1) })).toBe(1)
  expect(changes({ relied_on: ['prf_2'] })).toBe(1)
  expect(changes({ fee_rules: [] })).toBe(1)
  expect(changes({ confirmations: [], tiers: [] })).toBe(2)
  expect(changes({ lifetimes: { ...RULES.lifetimes, crypto: 1800 } })).toBe(1)
})
