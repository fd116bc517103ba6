import { expect, test } from 'vitest'
import { worthOf } from './worthOf'

const of = (amount: string, points_per_unit: number) => ({
  points_per_unit,
  worth: { amount, currency: 'EUR' as const },
})

test('points are worth what the rule says, rounded down', () => {
  expect(worthOf('156', of('0.00', 100))).toBe('1.56')
  expect(worthOf(' 5 ', of('0.00', 1000))).toBe('0.00')
  expect(worthOf('999', of('0.00000000', 7))).toBe('142.71428571')
  expect(worthOf('12', of('0', 5))).toBe('2')
})

test('other text is worth nothing', () => {
  expect(['', '-1', '1.5', 'ten', '1e3'].map((text) => worthOf(text, of('0.00', 100)))).toEqual(
    Array(5).fill(undefined),
  )
})
