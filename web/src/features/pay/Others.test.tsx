import { expect, test } from 'vitest'
import { textOf } from '../../testing/shown'
import { Others } from './Others'
import type { PayMoney, PayPageState } from './payment'

const attempt: PayMoney['attempt'] = {
  number: 1,
  currency: 'LTC',
  payway: 'ltc',
  network: 'litecoin',
  amount: '0.30000000',
  address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  rate_expires_at: '2026-01-01T00:15:00Z',
  paid: '0.30000000',
  confirmations: 3,
  required: 3,
}
const money = (part: string, more: Partial<PayMoney>): PayMoney => ({
  part,
  state: 'paid_late',
  attempt,
  is_payer: true,
  choices: [],
  ...more,
})
const page = (others: PayMoney[]) => ({ others }) as PayPageState
const shown = (others: PayMoney[]) => textOf(<Others token="agp_1" page={page(others)} onPage={() => undefined} />)
const back = {
  option: 'refund' as const,
  gets: { amount: '0.29000000', currency: 'LTC' as const },
  cost: { amount: '0.01000000', currency: 'LTC' as const },
}

test('money of an earlier choice is taken back on its own', () => {
  const text = shown([money('1', { choices: [back] })])
  expect(text).toContain('has arrived for an earlier choice')
  expect(text).toContain('Take it back')
  expect(text).not.toContain('Leave all of it')
})

test('a second payment can be left with a shop that takes more', () => {
  const leave = { ...back, option: 'deposit' as const, gets: { amount: '0.30000000', currency: 'LTC' as const } }
  const text = shown([money('2.1', { state: 'paid_over', choices: [back, leave] })])
  expect(text).toContain('has arrived besides the payment')
  expect(text).toContain('Leave all of it with the shop')
})

test('another browser decides nothing, and money that went back says so', () => {
  expect(shown([money('1', { is_payer: false })])).toContain('Only the browser that chose how to pay')
  const returned = { ...attempt, returned: { amount: '0.29000000', currency: 'LTC' as const } }
  expect(shown([money('1', { state: 'returned', attempt: returned })])).toContain('was sent back to you')
  expect(shown([])).toBe('')
})
