import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/problem'
import { isUnanswered } from './problem'

const refused = (status: number, retryAfter?: number) =>
  new ApiError('CONFLICT_ERROR', status, retryAfter === undefined ? {} : { retryAfter })

describe('an answer that was lost', () => {
  it('may hide that the thing was done', () => {
    expect([0, 500, 503, 401, 408, 429].map((status) => isUnanswered(refused(status)))).not.toContain(false)
    expect(isUnanswered(new TypeError('the body broke off'))).toBe(true)
    expect(isUnanswered(new ApiError('unreachable', 403))).toBe(true)
  })

  it('is told from a refusal: the server at work names a time, a conflict does not', () => {
    expect(isUnanswered(refused(409, 1))).toBe(true)
    expect([400, 403, 404, 409, 410, 422].map((status) => isUnanswered(refused(status)))).not.toContain(true)
  })
})
