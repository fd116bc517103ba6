import { expect, it } from 'vitest'
import { extraAtoms, rateOf, rateText } from './feeRates'

it('reads a rate in units per virtual byte, to the thousandth', () => {
  expect(rateOf('12')).toBe(12_000)
  expect(rateOf(' 12.5 ')).toBe(12_500)
  expect(rateOf('0,001')).toBe(1)
  for (const wrong of ['', '-1', '1.2345', '1e3', 'x', '0', '1.', '99999999999']) expect(rateOf(wrong)).toBeUndefined()
})

it('writes what it reads', () => {
  for (const rate of [1, 999, 1_000, 12_500, 300_000]) expect(rateOf(rateText(rate, 'en'))).toBe(rate)
  expect(rateText(12_500, 'uk')).toBe('12,5')
})

it('rounds the fee up, as the server does', () => {
  expect(extraAtoms({ rate: 20_000, vbytes: 141 }, '0.00001410')).toBe(1_410n)
  expect(extraAtoms({ rate: 1_001, vbytes: 141 }, '0.00000000')).toBe(142n)
})
