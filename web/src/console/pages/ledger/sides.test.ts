import { expect, test } from 'vitest'
import { sided } from './sides'

test('a balance has its amount on one side, and nothing has no side', () => {
  expect(sided('-250.00')).toEqual({ amount: '250.00', side: 'debit' })
  expect(sided('0.01500000')).toEqual({ amount: '0.01500000', side: 'credit' })
  expect(sided('0.00')).toEqual({ amount: '0.00', side: undefined })
  expect(sided('-0.00')).toEqual({ amount: '0.00', side: undefined })
})
