import { expect, it } from 'vitest'
import { estimated, isEstimate } from './estimate'

it('what an unpaid bank transfer brings is an estimate; what was fixed, has ended or was never an order is none', () => {
  const waiting = { price: { rate_locked: false }, status: 'NEW' } as const
  expect(isEstimate(waiting)).toBe(true)
  expect(isEstimate({ ...waiting, status: 'WAIT' })).toBe(true)
  expect(isEstimate({ ...waiting, price: { rate_locked: true } })).toBe(false)
  expect(isEstimate({ ...waiting, status: 'EXPIRED' })).toBe(false)
  expect(isEstimate({ ...waiting, parent: 'ord_1' })).toBe(false)
  expect(estimated('0.003 BTC', true)).toBe('≈\u00a00.003 BTC')
  expect(estimated('0.003 BTC', false)).toBe('0.003 BTC')
})
