import { expect, it } from 'vitest'
import { rangeChange } from './rangeChange'

const of = (...values: string[]) => rangeChange(values.map((value) => ({ at: '2026-11-12T10:00:00Z', value })))

it('a range is told from its first point to its last, in percent', () => {
  expect(of('100.00', '250.00', '102.41')).toBe('2.41')
  expect(of('0.0000000123', '0.0000000120')).toBe('-2.44')
  expect(of('480081135123.12', '960162270246.24')).toBe('100.00')
  expect(of('50.00', '0.00')).toBe('-100.00')
})

it('a change that rounds to nothing has no sign', () => {
  expect(of('100.00', '99.9999')).toBe('0.00')
  expect(of('7.00', '7.00')).toBe('0.00')
})

it('there is no percent of nothing, of one point and of none', () => {
  expect([of('0.00', '100.00'), of('100.00'), of()]).toEqual([undefined, undefined, undefined])
})
