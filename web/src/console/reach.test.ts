import { expect, test } from 'vitest'
import { reads } from './reach'

test('a page is open to the roles with its permission, and the overview to everyone', () => {
  const support = { permissions: ['orders.read', 'customers.read'] }
  const pages = [
    '/',
    '/work',
    '/movements',
    '/customers',
    '/approvals',
    '/verification',
    '/bank',
    '/operators',
    '/rules',
    '/log',
  ]
  expect(pages.filter((page) => reads(support, page))).toEqual(['/', '/work', '/movements', '/customers', '/approvals'])
})
