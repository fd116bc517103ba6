import { expect, test } from 'vitest'
import type { MovementLine } from '../../api/queries'
import { countsOf, viewOf } from './views'

test('a filter is a view only if nothing else is filtered by', () => {
  expect(viewOf({})).toBe('all')
  expect(viewOf({ status: 'FAIL', age: 'day' })).toBe('failed')
  expect(viewOf({ status: 'FAIL' })).toBeUndefined()
  expect(viewOf({ status: 'MANUAL', currency: 'EUR' })).toBeUndefined()
})

test('a view has a count as soon as its list has loaded', () => {
  const line = (status: string) => ({ status }) as MovementLine
  const work = { data: [line('MANUAL'), line('ACTION_REQUIRED'), line('MANUAL'), line('DONE')], has_more: true }
  expect(countsOf({ work, inProgress: undefined, lastDay: undefined })).toEqual({
    us: { count: 2, hasMore: true },
    customer: { count: 1, hasMore: true },
  })
})
