import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff'

describe('the wait before connecting again', () => {
  it('grows to thirty seconds and stays there', () => {
    expect([0, 1, 2, 6, 40].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1000, 2000, 30_000, 30_000])
  })
  it('is never under half of its ceiling', () => expect(backoffMs(3, 0)).toBe(2000))
})
