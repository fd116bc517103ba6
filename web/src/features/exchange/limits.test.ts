import { describe, expect, it } from 'vitest'
import { amountMoved, limitProblem, within, withinBalance } from './limits'

const limits = { min: '20.00', max: '4500.00' }

describe('limits of an amount', () => {
  it('names the limit that is broken', () => {
    expect(limitProblem('19.99', 'EUR', limits)).toEqual({ kind: 'below', limit: '20.00', currency: 'EUR' })
    expect(limitProblem('4500.01', 'EUR', limits)?.kind).toBe('above')
  })

  it('lets all of a balance go to the last unit, and says that it is all', () => {
    const coins = { min: '0.0002', max: '0.5' }
    expect(withinBalance(coins, '0.003071280000000000')).toEqual({ min: '0.0002', max: '0.00307128', isAll: true })
    expect(withinBalance(coins, '0.7'), 'more than can be given').toEqual(coins)
    expect(withinBalance(coins, '0.0001'), 'less than the minimum').toEqual({ min: '0.0002', max: undefined })
    expect(withinBalance(coins, undefined), 'no balance').toEqual(coins)
  })

  it('includes both limits', () => {
    expect(limitProblem('20', 'EUR', limits)).toBeUndefined()
    expect(limitProblem('4500', 'EUR', limits)).toBeUndefined()
  })

  it('says nothing while there is nothing to judge', () => {
    expect(limitProblem('', 'EUR', limits)).toBeUndefined()
    expect(limitProblem('0.', 'EUR', limits)).toBeUndefined()
    expect(limitProblem('1', 'EUR', { min: undefined, max: undefined })).toBeUndefined()
  })
})

describe('the limits of a person', () => {
  it('are the smaller of theirs and everybody’s', () => {
    expect(within(limits, '1000.00')).toEqual({ min: '20.00', max: '1000.00' })
    expect(within(limits, '9000.00')).toEqual(limits)
    expect(within(limits, undefined)).toEqual(limits)
    expect(within({ min: '20.00', max: undefined }, '1000.00')).toEqual({ min: '20.00', max: '1000.00' })
  })

  it('offer no maximum that would be refused', () => {
    expect(within(limits, '0')).toEqual({ min: '20.00', max: undefined })
  })
})

describe('a renewed quote', () => {
  const before = { from_amount: '250.00', to_amount: '2.91000000' }
  it('needs consent when the last digit moved', () => {
    expect(amountMoved(before, { from_amount: '250.00', to_amount: '2.91000001' })).toBe(true)
    expect(amountMoved(before, { from_amount: '250.0', to_amount: '2.91' })).toBe(false)
  })
})
