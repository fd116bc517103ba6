import { expect, test } from 'vitest'
import { reads, seesEntries } from './reach'

test('a page is open to the roles with its permission, and the overview to everyone', () => {
  const support = { permissions: ['orders.read', 'customers.read', 'support.read'] }
  const pages = [
    '/',
    '/work',
    '/movements',
    '/customers',
    '/approvals',
    '/verification',
    '/support',
    '/bank',
    '/connections',
    '/partners',
    '/referrals',
    '/operators',
    '/rates',
    '/rules',
    '/campaigns',
    '/farm',
    '/content',
    '/ledger',
    '/messages',
    '/log',
  ]
  expect(pages.filter((page) => reads(support, page))).toEqual([
    '/',
    '/work',
    '/movements',
    '/customers',
    '/approvals',
    '/support',
    '/partners',
    '/referrals',
    '/rates',
    '/messages',
  ])
})

test('names in the files of statements are for roles that work with the files', () => {
  const sees = (...permissions: string[]) => seesEntries({ permissions })
  expect([sees('treasury.read', 'treasury.write'), sees('treasury.approve')]).toEqual([true, true])
  expect([sees('treasury.read'), sees()]).toEqual([false, false])
})
