import { expect, it } from 'vitest'
import { percentOf, shareOf } from './shares'

it('is exact for amounts that no float holds', () => {
  expect(shareOf('30.00', '194.95')).toBe(153)
  expect(shareOf('99999999999999999.000000000000000001', '99999999999999999.000000000000000001')).toBe(1000)
  expect(shareOf('0.00', '0.00')).toBe(0)
})

it('is the same however many decimals are written', () => {
  expect(shareOf('0.5', '1.000')).toBe(500)
  expect(shareOf('1', '4.00')).toBe(250)
})

it('is told in percent with one decimal', () => {
  expect(percentOf('17362.83', '37759.12')).toBe('45.9')
  expect(percentOf('5.00', '5.00')).toBe('100.0')
  expect(percentOf('1.00', '0.00')).toBeUndefined()
})
