import { expect, it } from 'vitest'
import { shareOf } from './shares'

it('is exact for amounts that no float holds', () => {
  expect(shareOf('30.00', '194.95')).toBe(153)
  expect(shareOf('99999999999999999.000000000000000001', '99999999999999999.000000000000000001')).toBe(1000)
  expect(shareOf('0.00', '0.00')).toBe(0)
})
