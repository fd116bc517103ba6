import { describe, expect, it } from 'vitest'
import { alertAgain, inThreeMonths, isReached, type PlanForm, pricedOf, requestOf, tomorrowAtNine } from './form'
import type { Plan } from './plans'

const NOW = new Date(2026, 10, 27, 10, 30)

const form = (change: Partial<PlanForm>): PlanForm => ({
  kind: 'recurring',
  from: 'EUR',
  to: 'BTC',
  amount: '50',
  interval: 'week',
  card: '',
  cardAgreed: false,
  firstAt: tomorrowAtNine(NOW),
  bound: 'at_most',
  price: '60000',
  until: inThreeMonths(NOW),
  ...change,
})

describe('the request of a plan', () => {
  it('begins a recurring plan tomorrow at nine, in local time', () => {
    const { request } = requestOf(form({}), 'BTC', NOW) as { request: Record<string, unknown> }
    expect(request).toEqual({
      kind: 'recurring',
      from_currency: 'EUR',
      to_currency: 'BTC',
      amount: '50',
      interval: 'week',
      first_at: new Date(2026, 10, 28, 9).toISOString(),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })

  it('names the card that pays, of a recurring plan alone', () => {
    const of = (change: Partial<PlanForm>) =>
      requestOf(form({ card: 'crd_1', cardAgreed: true, ...change }), 'BTC', NOW)
    expect(of({})).toMatchObject({ request: { card: 'crd_1', card_agreed: true } })
    expect(of({ cardAgreed: false })).toEqual({ missing: 'cardAgreed' })
    expect((of({ kind: 'target' }) as { request: object }).request).not.toHaveProperty('card')
  })

  it('waits for a price to the end of the last day', () => {
    const { request } = requestOf(form({ kind: 'target' }), 'BTC', NOW) as { request: Record<string, unknown> }
    expect(request.target).toEqual({ price_of: 'BTC', bound: 'at_most', price: '60000' })
    expect(request.until).toBe(new Date(2027, 1, 27, 23, 59).toISOString())
    expect(request).not.toHaveProperty('interval')
  })

  it('gives no amount for an alert', () => {
    const { request } = requestOf(form({ kind: 'alert', amount: '' }), 'BTC', NOW) as { request: object }
    expect(request).not.toHaveProperty('amount')
  })

  it('names the field that is missing', () => {
    const missing = (change: Partial<PlanForm>) => requestOf(form(change), 'BTC', NOW).missing
    expect(missing({ to: 'EUR' })).toBe('pair')
    expect(missing({ amount: '0.00' })).toBe('amount')
    expect(missing({ firstAt: '2026-11-27T10:30' })).toBe('firstAt')
    expect(missing({ kind: 'alert', price: '' })).toBe('price')
    expect(missing({ kind: 'target', until: '2026-11-26' })).toBe('until')
  })
})

describe('the price that a plan waits for', () => {
  const isFiat = (code: string) => code === 'EUR'
  it('is that of the coin', () => {
    expect(pricedOf('EUR', 'BTC', isFiat)).toBe('BTC')
    expect(pricedOf('BTC', 'EUR', isFiat)).toBe('BTC')
    expect(pricedOf('BTC', 'ETH', isFiat)).toBe('ETH')
  })
})

describe('a price that is reached already', () => {
  it('is on the wanted side of the bound, or on it', () => {
    const reached = (bound: 'at_most' | 'at_least') =>
      ['59.9', '60', '60.1'].map((market) => isReached(bound, '60', market))
    expect(reached('at_most')).toEqual([true, true, false])
    expect(reached('at_least')).toEqual([false, true, true])
  })
})

it('sets an ended price alert again for three months, and nothing else', () => {
  const target = { price_of: 'BTC', bound: 'at_least', price: '90000' }
  const plan = { kind: 'alert', state: 'done', from_currency: 'EUR', to_currency: 'BTC', target } as unknown as Plan
  const now = new Date(2026, 10, 27, 12)
  const again = alertAgain(plan, now)
  expect(again).toMatchObject({ kind: 'alert', from_currency: 'EUR', to_currency: 'BTC', target })
  expect(new Date(again?.until ?? '')).toEqual(new Date(2027, 1, 27, 23, 59))
  expect(alertAgain({ ...plan, state: 'active' }, now)).toBeUndefined()
  expect(alertAgain({ ...plan, kind: 'target' }, now)).toBeUndefined()
})
