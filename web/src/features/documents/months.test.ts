import { expect, test } from 'vitest'
import { lastDay, presets, refusal, todayUtc } from './months'

test('a period has at most three months, as on the server', () => {
  expect(lastDay('2026-01-01')).toBe('2026-03-31')
  expect(lastDay('2025-11-30')).toBe('2026-02-27')
  expect(lastDay('2026-08-15')).toBe('2026-11-14')
  expect(refusal({ from: '2026-01-01', to: '2026-04-01' }, '2026-06-15')).toBe('long')
  expect(refusal({ from: '2026-06-15', to: '2026-06-16' }, '2026-06-15')).toBe('future')
  expect(refusal({ from: '2026-06-15', to: '2026-06-14' }, '2026-06-15')).toBe('reversed')
  expect(refusal({ from: '2026-04-01', to: '2026-06-15' }, '2026-06-15')).toBeUndefined()
})

test('every preset is allowed on every day', () => {
  for (let n = 0; n < 800; n += 1) {
    const today = todayUtc(new Date(Date.UTC(2026, 0, 1 + n)))
    for (const { days } of presets(today)) expect(refusal(days, today), `${today} ${days.from}`).toBeUndefined()
  }
})
