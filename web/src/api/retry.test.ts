import { expect, test } from 'vitest'
import { ApiError } from './problem'
import { isWorthRetrying } from './retry'

const error = (status: number, retryAfter?: number) =>
  new ApiError('TOO_MANY_REQUESTS', status, { retryAfter } as Partial<ApiError>)

test('silence, a broken server and a short wait are worth another try, a refusal and a long wait are not', () => {
  expect([new Error('x'), error(0), error(503), error(429, 1)].map(isWorthRetrying)).toEqual([true, true, true, true])
  expect([error(400), error(404), error(429), error(429, 3_600)].map(isWorthRetrying)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
