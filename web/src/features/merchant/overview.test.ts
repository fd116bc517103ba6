import { expect, test } from 'vitest'
import { periodOf } from './overview'

test('a period has whole days and ends with today', () => {
  const now = new Date(2026, 2, 1, 15, 30)
  const days = (span: 'today' | 'week' | 'month') => {
    const { from, to } = periodOf(span, now)
    return [new Date(from), new Date(to)]
  }
  expect(days('today')).toEqual([new Date(2026, 2, 1), new Date(2026, 2, 2)])
  expect(days('week')).toEqual([new Date(2026, 1, 23), new Date(2026, 2, 2)])
  expect(days('month')).toEqual([new Date(2026, 0, 31), new Date(2026, 2, 2)])
})
