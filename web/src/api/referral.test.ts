import { expect, test } from 'vitest'
import { referral } from './referral'

test.each([
  ['ref=7KMQ4TXB', '7KMQ4TXB'],
  ['ref=%207kmq4txb%20', '7KMQ4TXB'],
  ['ref=7KMQ4TX0', undefined],
  ['ref=', undefined],
  ['ref=a%26b', undefined],
])('the code of %s is %s, and it leaves the address', (search, code) => {
  const address = new URL(`https://pay.example/?x=1&${search}`)
  expect(referral.take(address)).toEqual({ isThere: true, code })
  expect(address.search).toBe('?x=1')
})

test('a browser remembers whose link it followed for thirty days', () => {
  const kept = { referral_code: '7KMQ4TXB', referral_at: 0 }
  expect(referral.isValid(kept, 30 * 86_400_000 - 1)).toBe(true)
  expect(referral.isValid(kept, 30 * 86_400_000)).toBe(false)
  expect(referral.isValid({}, 0)).toBe(false)
})
