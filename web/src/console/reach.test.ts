import { expect, test } from 'vitest'
import { reached } from './reach'

const owner = { home: 'operators' }

test('everybody begins where their work is', () => {
  expect(reached(owner, '/')).toBe('/operators')
  expect(reached({}, '/')).toBe('/')
})

test('an address that was asked for stays, whether or not the role reads it', () => {
  for (const place of ['/customers/usr_1', '/log', '/nowhere']) expect(reached(owner, place)).toBe(place)
})
