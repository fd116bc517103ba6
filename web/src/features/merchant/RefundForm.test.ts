import { expect, test } from 'vitest'
import { wiredLike } from './RefundForm'

test('a typed amount gets the decimals of what is left', () => {
  expect(wiredLike('5', '25.00')).toBe('5.00')
  expect(wiredLike(' 5,5 ', '25.00')).toBe('5.50')
  expect(wiredLike('5', '25')).toBe('5')
  // Too many decimals stay, so that the server names the rule.
  expect(wiredLike('5.123', '25.00')).toBe('5.123')
})
