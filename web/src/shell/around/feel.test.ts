import { expect, it } from 'vitest'
import { feelOf } from './feel'

it('a new status is felt once, and the one that a page opens with is not', () => {
  expect(feelOf(undefined, 'DONE')).toBeUndefined()
  expect(feelOf('DONE', 'DONE')).toBeUndefined()
  expect(feelOf('PROCESSING', 'DONE')).toBe('success')
  expect(feelOf('WAIT', 'ACTION_REQUIRED')).toBe('warning')
  expect(feelOf('WAIT', 'EXPIRED')).toBe('error')
  expect(feelOf('NEW', 'WAIT')).toBeUndefined()
})
