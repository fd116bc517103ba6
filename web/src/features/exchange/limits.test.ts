import { describe, expect, it } from 'vitest'
import { amountMoved, limitProblem } from './limits'

const limits = { min: '20.00', max: '4500.00' }

describe('limits of an amount', () => {
  it('names the limit that is broken', () => {
    expect(limitProblem('19.99', 'EUR', limits)).toEqual({ kind: 'below', limit: '20.00', currency: 'EUR' })
    expect(limitProblem('4500.01', 'EUR', limits)?.kind).toBe('above')
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

describe('a renewed quote', () => {
  const before = { from_amount: '250.00', to_amount: '2.91000000' }
  it('needs consent when the last digit moved', () => {
    expect(amountMoved(before, { from_amount: '250.00', to_amount: '2.91000001' })).toBe(true)
    expect(amountMoved(before, { from_amount: '250.0', to_amount: '2.91' })).toBe(false)
  })
})
