import { expect, test } from 'vitest'
import { reached } from './reach'

const owner = { home: 'operators', permissions: ['operators.read', 'acts.read'] }

test('everybody begins where their work is', () => {
  expect(reached(owner, '/')).toBe('/operators')
  expect(reached({ permissions: ['orders.read'] }, '/')).toBe('/')
})

test('a page that a role does not read leads to its own work, and one that it reads stays', () => {
  expect(reached(owner, '/customers')).toBe('/operators')
  expect(reached(owner, '/customers/usr_1')).toBe('/operators')
  expect(reached(owner, '/log')).toBe('/log')
  expect(reached(owner, '/approvals')).toBe('/approvals')
  expect(reached(owner, '/nowhere')).toBe('/nowhere')
})
