import { expect, it } from 'vitest'
import { foursOf } from './fours'

it('splits decimals into groups of four, the last may be shorter', () => {
  expect(foursOf('123456789').map(({ digits }) => digits)).toEqual(['1234', '5678', '9'])
  expect(foursOf('')).toEqual([])
})
