import { expect, it } from 'vitest'
import { changeOf } from './change'

const eur = (amount: string, payway: string) => ({ amount, currency: 'EUR', payway })
const btc = (amount: string, payway: string) => ({ amount, currency: 'BTC', payway })
const movement = (from: object, to: object, kind: string, deposited?: object) =>
  ({ from, to, headline: { kind }, ...(deposited ? { deposited } : {}) }) as Parameters<typeof changeOf>[0]

const convert = [eur('200.00', 'balance'), btc('0.00252332', 'balance')] as const
const withdrawal = [eur('50.00', 'balance'), eur('49.00', 'iban')] as const
const deposit = [eur('500.00', 'visamc'), eur('487.75', 'balance')] as const

it.each([
  ['what arrived, without its fees', movement(...deposit, 'deposited', eur('487.75', '')), 'EUR', '487.75'],
  ['what is expected', movement(...deposit, 'expected'), 'EUR', '487.75'],
  ['nothing, if nobody paid', movement(...deposit, 'not_paid'), 'EUR', undefined],
  ['what a conversion takes', movement(...convert, 'deposited', btc('0.00252332', '')), 'EUR', '-200.00'],
  ['what a conversion gives', movement(...convert, 'deposited', btc('0.00252332', '')), 'BTC', '0.00252332'],
  ['what a withdrawal takes, with its fees', movement(...withdrawal, 'received'), 'EUR', '-50.00'],
  ['what a withdrawal reserves', movement(...withdrawal, 'expected'), 'EUR', '-50.00'],
  ['nothing, if it was cancelled', movement(...withdrawal, 'not_paid'), 'EUR', undefined],
  ['nothing, if all of it came back', movement(...withdrawal, 'deposited', eur('50.00', '')), 'EUR', undefined],
  ['the rest, if a part came back', movement(...withdrawal, 'deposited', eur('49.00', '')), 'EUR', '-1.00'],
  [
    'a payment that was kept on the balance',
    movement(eur('60.00', 'iban'), btc('0.001', 'btc'), 'deposited', eur('60.00', '')),
    'EUR',
    '60.00',
  ],
  ['a transfer from a customer', movement(eur('5', 'customer'), eur('5', 'balance'), 'expected'), 'EUR', '5'],
])('the change of a balance is %s', (_, transaction, currency, change) =>
  expect(changeOf(transaction, currency)).toBe(change))
