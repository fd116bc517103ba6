import { expect, it } from 'vitest'
import { ApiError } from '../../api/problem'
import { hasMoved, invalidates, pollMs } from './refresh'

it('looks at a customer again only after something was done to them', () => {
  expect(invalidates({ state: 'done' }, ['customer', 'usr_1'])).toBe(true)
  expect(invalidates({ state: 'proposed' }, ['customer', 'usr_1', 'transactions'])).toBe(false)
  expect(invalidates({ state: 'proposed' }, ['proposals', false])).toBe(true)
})

it('looks again after a refusal only when what was answered has changed meanwhile', () => {
  expect(hasMoved(new ApiError('CONFLICT_ERROR', 409))).toBe(true)
  expect(hasMoved(new ApiError('NOT_FOUND', 404))).toBe(true)
  expect(hasMoved(new ApiError('VALIDATION_ERROR', 422))).toBe(false)
  expect(hasMoved(new ApiError('ERR_NETWORK', 0))).toBe(false)
})

it('asks a service that does not answer less often', () => {
  const failing = pollMs({ state: { error: new ApiError('ERR_NETWORK', 0) } })
  expect(failing).toBeGreaterThan(pollMs({ state: { error: null } }))
})
