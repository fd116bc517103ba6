import { describe, expect, it } from 'vitest'
import { codeLength, codeText } from './otp'

describe('typing a sign-in code', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['Your code: 123-456.', '123456'],
    ['1234567', '123456'],
    ['k7m2-pq9r', 'K7M2PQ9R'],
    ['', ''],
  ])('%s is %s', (typed, code) => expect(codeText(typed)).toBe(code))

  it('asks for eight once there is a letter', () => {
    expect(codeLength('12')).toBe(6)
    expect(codeLength('K7')).toBe(8)
  })
})
