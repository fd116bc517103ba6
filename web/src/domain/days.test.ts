import { describe, expect, it, vi } from 'vitest'
import { addDays, dayOf, endOf, readDay, startOf } from './days'

vi.stubEnv('TZ', 'Europe/Warsaw')

describe('a day', () => {
  it('begins and ends at the midnights of the place', () => {
    expect(startOf('2026-01-15')).toBe('2026-01-14T23:00:00.000Z')
    expect(endOf('2026-01-15')).toBe('2026-01-15T23:00:00.000Z')
  })
  it('has 23 hours when the clocks go forward and 25 when they go back', () => {
    const hours = (day: string) => (Date.parse(endOf(day)) - Date.parse(startOf(day))) / 3_600_000
    expect(hours('2026-03-29')).toBe(23)
    expect(hours('2026-10-25')).toBe(25)
  })
  it('is counted over the ends of months and years', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
    expect(dayOf(new Date(2026, 1, 3))).toBe('2026-02-03')
  })
  it('is refused where there is none', () => {
    expect(readDay('2026-02-28')).toBe('2026-02-28')
    for (const none of ['2026-02-29', '2026-13-01', '26-01-01', '0001-01-01', 'today', 20260101, undefined]) {
      expect(readDay(none)).toBeUndefined()
    }
  })
})
