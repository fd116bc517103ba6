import { expect, test } from 'vitest'
import { customerResults, lookupOf } from './results'

const all = { customers: true, orders: true, personal: true }

test('a reference asks for a transaction, and an address for a customer', () => {
  expect(lookupOf(' 7k2m-94qd', all)).toEqual({ movement: '7K2M-94QD' })
  expect(lookupOf('7K2M-94QD', { ...all, orders: false })).toEqual({})
  expect(lookupOf('ada@example.test', all)).toEqual({ customer: 'ada@example.test' })
})

test('a beginning of an address is enough only for a role that sees addresses', () => {
  expect(lookupOf('ad', all)).toEqual({})
  expect(lookupOf('ada', all)).toEqual({ customer: 'ada' })
  expect(lookupOf('ada', { ...all, personal: false })).toEqual({})
  expect(lookupOf('ada@example', { ...all, personal: false })).toEqual({})
  expect(lookupOf('ada@example.test', { ...all, personal: false })).toEqual({ customer: 'ada@example.test' })
  expect(lookupOf('ada@example.test', { ...all, customers: false })).toEqual({})
})

test('the only customer found also leads to their transactions', () => {
  const ada = { id: 'usr_1', email: 'a•••@example.test', blocked: false, created_at: '2026-11-26T10:00:00Z' }
  expect(customerResults([ada], true).map(({ to }) => to)).toEqual(['/customers/usr_1', '/movements?customer=usr_1'])
  expect(customerResults([ada], false)).toHaveLength(1)
  expect(customerResults([ada, { ...ada, id: 'usr_2' }], true)).toHaveLength(2)
})
