import { expect, it } from 'vitest'
import { firstView, viewsOf } from './views'

it('every currency but the main one has a price', () => {
  expect(viewsOf('BTC', 'EUR')).toEqual(['balance', 'price'])
  expect(viewsOf('EUR', 'EUR')).toEqual(['balance'])
  expect(viewsOf('BTC', undefined)).toEqual(['balance'])
})

it('who never had a currency sees its price first', () => {
  expect(firstView(['balance', 'price'], false)).toBe('price')
  expect(firstView(['balance', 'price'], true)).toBe('balance')
  expect(firstView(['balance'], false)).toBe('balance')
})
