import { expect, test } from 'vitest'
import { amountOf, numberOf } from './amountOf'

const USDT = { scale: 6, currency: 'USDT' }
const EUR = { scale: 2, currency: 'EUR' }
const BTC = { scale: 8, currency: 'BTC' }

test('an amount with groups keeps its size, however many decimals its currency has', () => {
  expect(amountOf('1,500', USDT, 'en')).toBe('1500.000000')
  expect(amountOf('1,500', EUR, 'en')).toBe('1500.00')
  expect(amountOf('1.234,56', BTC, 'en')).toBe('1234.56000000')
  expect(amountOf('1.234,56', BTC, 'pl')).toBe('1234.56000000')
  expect(amountOf('1 500,75', EUR, 'uk')).toBe('1500.75')
  expect(amountOf('1 500,75', USDT, 'en')).toBe('1500.750000')
})

test('the sign of its own currency belongs to an amount, and another one does not', () => {
  expect(amountOf('€250', EUR, 'en')).toBe('250.00')
  expect(amountOf('250 EUR', EUR, 'ru')).toBe('250.00')
  expect(amountOf('€250', USDT, 'en')).toBeUndefined()
})

test('an amount has the decimals of its currency, and a currency without decimals gets none', () => {
  expect(amountOf('5', EUR, 'en')).toBe('5.00')
  expect(amountOf(' 5,5 ', EUR, 'uk')).toBe('5.50')
  expect(amountOf('5', { scale: 0, currency: 'JPY' }, 'en')).toBe('5')
  expect(amountOf('12.', EUR, 'en')).toBe('12.00')
})

test('nothing, zero and what is no amount are not sent', () => {
  for (const text of ['', ' ', '0', '0,00', '-5', '1.2.3', 'all'])
    expect(amountOf(text, EUR, 'en'), text).toBeUndefined()
})

test('a share may be zero', () => {
  expect(numberOf('0', 2, 'en')).toBe('0')
  expect(numberOf('0,5', 2, 'en')).toBe('0.5')
  expect(numberOf('1.', 2, 'en')).toBe('1')
  expect(numberOf('-1', 2, 'en')).toBeUndefined()
  expect(numberOf('', 2, 'en')).toBeUndefined()
})
