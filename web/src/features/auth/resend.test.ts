import { describe, expect, it } from 'vitest'
import { resendAfter, secondsToWait } from './resend'

describe('asking for another code', () => {
  it('takes longer each time, up to three minutes', () => {
    expect([1, 2, 3, 4, 9].map((sends) => resendAfter(sends, undefined))).toEqual([60, 90, 120, 180, 180])
  })
  it('follows the server when it says', () => expect(resendAfter(1, 45)).toBe(45))
  it('counts down and stops at nothing', () => {
    expect(secondsToWait(1000, 60, 31_000)).toBe(30)
    expect(secondsToWait(1000, 60, 99_000)).toBe(0)
  })
})
