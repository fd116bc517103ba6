import { expect, it } from 'vitest'
import { nextStep } from './nextStep'

it('asks one thing at a time: the new price, then what it demands, then the order', () => {
  expect(nextStep(true, true)).toBe('accept')
  expect(nextStep(true, false)).toBe('accept')
  expect(nextStep(false, true)).toBe('verify')
  expect(nextStep(false, false)).toBe('confirm')
})
