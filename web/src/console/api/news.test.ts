import { expect, it } from 'vitest'
import { isNews } from './news'

it('looks at a customer again only after something was done to them', () => {
  expect(isNews({ state: 'done' }, ['customer', 'usr_1'])).toBe(true)
  expect(isNews({ state: 'proposed' }, ['customer', 'usr_1', 'transactions'])).toBe(false)
  expect(isNews({ state: 'proposed' }, ['proposals', false])).toBe(true)
})
