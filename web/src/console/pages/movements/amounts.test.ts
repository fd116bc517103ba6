import { describe, expect, it } from 'vitest'
import { movedOf } from './amounts'

const euro = (amount: string) => ({ amount, currency: 'EUR' as const, payway: 'iban' as const })
const order = (change: object) =>
  movedOf({
    status: 'WAIT',
    headline: { kind: 'expected', ...euro('97.00') },
    from: euro('100.00'),
    to: euro('97.00'),
    ...change,
  } as Parameters<typeof movedOf>[0])

describe('the amounts of a movement in the list', () => {
  it('are the ordered ones while it is under way, and what came once it came', () => {
    expect(order({})).toEqual({ in: euro('100.00'), out: euro('97.00'), isExpected: true })
    expect(order({ paid: euro('60.00') }).in).toEqual(euro('60.00'))
  })

  it('are nothing for an order that nobody paid', () => {
    for (const status of ['EXPIRED', 'CANCELLED', 'FAIL'])
      expect(order({ status, headline: { kind: 'not_paid', ...euro('0.00') } })).toEqual({ isExpected: false })
  })

  it('are what came and what went back for a refund', () => {
    const change = { status: 'RESOLVED', headline: { kind: 'refunded', ...euro('59.00') } }
    const moved = order({ ...change, paid: euro('60.00'), refunded: euro('59.00') })
    expect(moved).toEqual({ in: euro('60.00'), out: euro('59.00'), isExpected: false })
  })

  it('are what came and what stands on the balance', () => {
    const headline = { kind: 'deposited', ...euro('60.00') }
    expect(order({ status: 'RESOLVED', headline, paid: euro('60.00') }).out).toEqual(headline)
  })
})
