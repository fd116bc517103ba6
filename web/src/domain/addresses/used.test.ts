import { expect, it } from 'vitest'
import type { Transaction } from '../../api/exchangeTypes'
import { usedAddresses } from './used'

const order = (value: string | undefined, changes: object = {}, requisite: object = {}) =>
  ({
    status: 'DONE',
    to: { currency: 'BTC', payway: 'btc', amount: '1' },
    requisite: { kind: 'address', display: '', ...(value ? { value } : {}), ...requisite },
    ...changes,
  }) as Transaction

const of = (...orders: Transaction[]) => usedAddresses(orders, { currency: 'BTC', payway: 'btc' })

it('offers what finished orders went to, the newest first, each once, and three at most', () => {
  expect(of(order('b'), order('a'), order('b'), order('c'), order('d')).map(({ value }) => value)).toEqual([
    'b',
    'a',
    'c',
  ])
})

it('takes one address with two memos for two', () => {
  const memos = of(order('a', {}, { memo: '1' }), order('a', {}, { memo: '2' }), order('a', {}, { memo: '1' }))
  expect(memos.map(({ memo }) => memo)).toEqual(['1', '2'])
})

it('leaves out other networks, accounts, and orders that sent nothing there', () => {
  const elsewhere = { to: { currency: 'USDT', payway: 'trc20', amount: '1' } }
  const kinds = ['iban', 'card'].map((kind) => order('a', {}, { kind }))
  const states = ['CANCELLED', 'EXPIRED', 'RESOLVED', 'FAIL', 'NEW'].map((status) => order('a', { status }))
  expect(of(order('a', elsewhere), ...kinds, ...states, order(undefined))).toEqual([])
})

it('leaves out saved addresses, which are offered apart, but not the same address with another memo', () => {
  const saved = { id: '', created_at: '', kind: 'address', currency: 'BTC', payway: 'btc', value: 'a' } as const
  const orders = [order('a'), order('a', {}, { memo: '1' }), order('b'), order('c'), order('d')]
  const used = usedAddresses(orders, { currency: 'BTC', payway: 'btc' }, [saved])
  expect(used.map(({ value, memo }) => [value, memo])).toEqual([
    ['a', '1'],
    ['b', undefined],
    ['c', undefined],
  ])
})
