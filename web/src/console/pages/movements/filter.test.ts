import { expect, test } from 'vitest'
import { addressOf, changed, chosenOf, filterOf, queryOf, readTyped, withChosen } from './filter'

test('what is filtered by stands in the address and is read from it again', () => {
  const filter = { status: 'MANUAL', currency: 'EUR', min: '10.00', age: 'week' }
  const address = addressOf(filter).toString()
  expect(address).toBe('status=MANUAL&currency=EUR&age=week&min=10.00')
  expect(filterOf(`?${address}&utm=x&payway=`)).toEqual(filter)
  expect(filterOf('?age=century')).toEqual({})
})

test('an amount goes with its currency', () => {
  const filter = { currency: 'EUR', min: '1', max: '2', status: 'DONE' }
  expect(addressOf(changed(filter, 'currency', '')).toString()).toBe('status=DONE')
  expect(changed(filter, 'status', '').status).toBeUndefined()
})

test('an age is asked for as a moment', () => {
  expect(queryOf({ age: 'day', status: 'NEW' }, 86_400_000).from).toBe('1970-01-01T00:00:00.000Z')
  expect(queryOf({ status: 'NEW' }, 0)).toEqual({ status: 'NEW', from: undefined, until: undefined })
})

test('what is still open for too long is found by its least age', () => {
  const older = (age: string) => queryOf({ ...filterOf(`?status=PROCESSING&age=${age}`) }, 7 * 86_400_000)
  expect(older('over_hour')).toEqual({ status: 'PROCESSING', from: undefined, until: '1970-01-07T23:00:00.000Z' })
  expect(older('over_day').until).toBe('1970-01-07T00:00:00.000Z')
  expect(older('over_week').until).toBe('1970-01-01T00:00:00.000Z')
})

test('what is typed is a movement, a customer or an address', () => {
  const id = '0'.repeat(32)
  expect(readTyped(' 7k2m-94qd ')).toEqual({ kind: 'movement', value: '7K2M-94QD' })
  expect(readTyped('7K2M94QD').kind).toBe('movement')
  expect(readTyped(`ord_${id}`).kind).toBe('movement')
  expect(readTyped(`USR_${id}`)).toEqual({ kind: 'customer', value: `usr_${id}` })
  expect(readTyped('ada@example.test').kind).toBe('email')
  expect(readTyped('ada').kind).toBe('unknown')
})

test('the chosen row stands beside the filter and is no part of it', () => {
  const address = withChosen({ status: 'NEW' }, 'ord_1').toString()
  expect(address).toBe('status=NEW&open=ord_1')
  expect(chosenOf(address)).toBe('ord_1')
  expect(filterOf(address)).toEqual({ status: 'NEW' })
  expect(withChosen({}, undefined).size).toBe(0)
})
