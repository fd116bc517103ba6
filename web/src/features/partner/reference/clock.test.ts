import { expect, test } from 'vitest'
import { later } from './clock'

test('a step of 90 days is 90 times 24 hours, over a change of clocks too', () => {
  expect(later('2026-01-31T23:30:00.5Z', 1)).toBe('2026-02-01T00:30:00.500Z')
  expect(later('2026-01-01T12:00:00Z', 24 * 90)).toBe('2026-04-01T12:00:00.000Z')
})
