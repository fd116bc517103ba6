import { describe, expect, it } from 'vitest'
import { periodOf, RANGES, rangeOf, readAsked } from './period'

describe('a range', () => {
  it('has whole days, the last one included', () => {
    expect(periodOf('month', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
    expect(periodOf('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(periodOf('last_month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(periodOf('week', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(periodOf('year', '2026-03-03')).toEqual({ from: '2026-01-01', to: '2026-03-03' })
  })
  it('is known again by its days', () => {
    for (const range of RANGES) expect(rangeOf(periodOf(range, '2026-05-20'), '2026-05-20')).toBe(range)
    expect(rangeOf({ from: '2026-05-02', to: '2026-05-20' }, '2026-05-20')).toBeUndefined()
  })
})

it('reads an address, and nothing that is none', () => {
  const asked = { currency: 'EUR', from: '2026-01-01', to: '2026-01-31', search: 'Olena' }
  expect(readAsked(asked)).toEqual(asked)
  expect(readAsked({ currency: '../x', from: 'x', to: 5, search: ' ' })).toEqual({})
})
