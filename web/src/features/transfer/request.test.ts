import { expect, test } from 'vitest'
import { draftOf, readRequest, requestLink } from './request'

const search = (link: string) => Object.fromEntries(new URL(link).searchParams)

test('a link reads back as what was asked for', () => {
  const asked = { to: 'pay_AbC-1', amount: '0.000000000000000001', currency: 'USDe', note: 'Обід & кава?' }
  expect(readRequest(search(requestLink('https://bank.example', asked)))).toEqual(asked)
  expect(requestLink('https://bank.example', { to: 'pay_1' })).toBe('https://bank.example/balances/transfer?to=pay_1')
})

test('what is no request is left out', () => {
  expect(readRequest({ to: 'pay_1', amount: '30', currency: 'e-r', note: '', more: 'x' })).toEqual({
    to: 'pay_1',
    amount: '30',
  })
  expect(readRequest({ amount: '-5', to: 'x'.repeat(300) })).toEqual({})
  expect(draftOf({ amount: '5' })).toBeUndefined()
  expect(draftOf({ to: 'pay_1' })).toMatchObject({ contact: 'pay_1', amount: '', currency: 'EUR' })
})
