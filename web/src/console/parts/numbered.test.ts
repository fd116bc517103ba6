import { expect, test } from 'vitest'
import { numbered } from './numbered'

test('who shares a role is told apart by a number, and who is alone has none', () => {
  const all = ['officer', 'auditor', 'officer'].map((role) => ({ role }))
  expect(numbered(all).map(([one, number]) => [one.role, number])).toEqual([
    ['officer', 1],
    ['auditor', undefined],
    ['officer', 2],
  ])
})
