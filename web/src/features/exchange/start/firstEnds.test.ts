import { expect, it } from 'vitest'
import { heldOf } from '../../../domain/held'
import { firstEnds } from './firstEnds'

const kept = (currency: 'EUR' | 'BTC' | 'LTC', posted: string, main_value: string) => ({
  currency,
  posted,
  available: posted,
  main_value,
})

it('begins with a balance that has something: the usual one, else the one that is worth most', () => {
  const both = heldOf([kept('BTC', '0.01', '900.00'), kept('EUR', '5.00', '5.00')])
  expect(firstEnds('WITHDRAW', both).from.currency).toBe('EUR')
  const coins = heldOf([kept('EUR', '0.00', '0.00'), kept('LTC', '1.00', '85.00'), kept('BTC', '0.01', '900.00')])
  expect([...coins.keys()]).toEqual(['BTC', 'LTC'])
  expect(firstEnds('WITHDRAW', coins).from).toEqual({ currency: 'BTC', payway: 'balance' })
  expect(firstEnds('CONVERT', coins).to, 'never into itself').toEqual({ currency: 'EUR', payway: 'balance' })
})

it('leaves an exchange and a person who has nothing with the usual pair', () => {
  const coins = heldOf([kept('BTC', '0.01', '900.00')])
  expect(firstEnds('BUY', coins).from.payway).toBe('visamc')
  expect(firstEnds('CONVERT', heldOf([])).from.currency).toBe('EUR')
  expect(firstEnds('CONVERT', undefined).from.currency).toBe('EUR')
})
