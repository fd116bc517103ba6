import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '../draft'
import { attemptOf, refundOf } from './attempt'

const BTC = { currency: 'BTC', payway: 'btc' } as const
const refund = { place: 'BTC:btc', value: 'bc1q' }

test('a refund address counts only for the coin and network that it was named for', () => {
  expect(refundOf({ ...EMPTY_DRAFT, refund }, BTC)).toEqual(refund)
  expect(refundOf({ ...EMPTY_DRAFT, refund }, { currency: 'LTC', payway: 'ltc' })).toBeUndefined()
})

test('a repeated attempt sends the refund address of its first click', () => {
  const draft = { ...EMPTY_DRAFT, payoutKind: 'balance', refund } as const
  const attempt = attemptOf(draft, 'qt_1', undefined, () => 'key')
  expect(attempt).toEqual({ quoteId: 'qt_1', key: 'key', refund })
  const changed = { ...draft, attempt: attempt ?? { quoteId: '', key: '' }, refund: { ...refund, value: 'other' } }
  expect(refundOf(changed, BTC)).toEqual(refund)
})
