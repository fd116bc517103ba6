import { expect, test } from 'vitest'
import { readViews, withView, writeViews } from './savedViews'

const euros = { name: 'Euros', filter: { currency: 'EUR', min: '1000' } }

test('views are stored as their addresses, and what is not a view is ignored', () => {
  const text = writeViews([euros])
  expect(text).toBe('[{"name":"Euros","query":"currency=EUR&min=1000"}]')
  expect(readViews(text)).toEqual([euros])
  for (const broken of [null, '', '{', '{}', '[1, {"name": "x"}]']) expect(readViews(broken)).toEqual([])
})

test('a view replaces the one of its name and the one of its filter, and six are kept', () => {
  const renamed = { ...euros, name: 'Large' }
  expect(withView([euros], renamed)).toEqual([renamed])
  expect(withView([euros], { name: 'Euros', filter: {} })).toEqual([{ name: 'Euros', filter: {} }])
  const many = Array.from({ length: 6 }, (_, at) => ({ name: `${at}`, filter: { payway: `${at}` } }))
  expect(withView(many, euros).map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', 'Euros'])
})
