import { expect, it } from 'vitest'
import { markupOf, textOf } from '../../testing/shown'
import PlanPage from './PlanPage'
import type { Plan } from './plans'

const PLAN = {
  id: 'pln_1',
  kind: 'target',
  state: 'active',
  from_currency: 'EUR',
  to_currency: 'BTC',
  amount: '30.00',
  target: { price_of: 'BTC', price: '60000.00', bound: 'at_most' },
  until: '2027-02-27T00:00:00Z',
} as unknown as Plan

const page = (
  <PlanPage
    id="pln_1"
    back={null}
    row={() => null}
    deposit={() => null}
    purchase="To a purchase"
    onDeleted={() => undefined}
    onMade={() => undefined}
  />
)

const answered = (change: Partial<Plan>) => ({
  answers: [[['plans', 'pln_1'], { plan: { ...PLAN, ...change }, orders: [] }]] as const,
})

const shown = (change: Partial<Plan>) => textOf(page, answered(change))

it('says until when an open plan waits', () => {
  expect(shown({})).toContain('Waits until Feb')
  expect(shown({ state: 'paused' })).toContain('Waits until')
})

it.each(['done', 'expired'] as const)('says of a plan that is %s only what it was', (state) => {
  const text = shown({ state })
  expect(text).toContain('When 1 BTC costs')
  expect(text).not.toContain('Waits until')
  expect(text).not.toContain('Pause')
})

it('shortens a long amount and tells the whole on request', () => {
  const long = { amount: '4999999999.123456789012345678', from_currency: 'SHIB' } as const
  const text = shown(long)
  expect(text).toMatch(/^4,999,999,999\.1…\sSHIB → BTC/)
  expect(text).not.toContain('123456789')
  expect(markupOf(page, answered(long))).toContain('title="Show the whole amount"')
})

it('says what the card of a plan still needs, and leads there', () => {
  const text = shown({ kind: 'recurring', interval: 'week', refusal: 'card_unconfirmed' })
  expect(text).toContain('Pay with it once yourself')
  expect(text).toContain('To a purchase')
  expect(shown({ refusal: 'card_expired' })).not.toContain('To a purchase')
})
