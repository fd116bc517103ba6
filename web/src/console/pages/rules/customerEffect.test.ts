import { expect, test } from 'vitest'
import { customerEffect } from './customerEffect'

const effect = (path: string, before?: string, after?: string) =>
  customerEffect({ path: path.split('/'), ...(before && { before }), ...(after && { after }) })

test('a higher fee is dearer, and so is one without its upper bound', () => {
  expect(effect('our_fee/mult_ppm', '9000', '10000')).toBe('dearer')
  expect(effect('convert_fee/add', '1.00 EUR', '0.99 EUR')).toBe('cheaper')
  expect(effect('our_fee/max', '5.00 EUR', undefined)).toBe('dearer')
  expect(effect('our_fee/max', undefined, '5.00 EUR')).toBe('cheaper')
  expect(effect('our_fee/min', undefined, '0.99 EUR')).toBe('dearer')
  expect(effect('spread_ppm', '700', '0')).toBe('cheaper')
  expect(effect('fee_rules/Large/fee/mult_ppm', '2500', '2400')).toBe('cheaper')
  expect(effect('fee_rules/Large/fee/mult_ppm', undefined, '2400')).toBeUndefined()
})

test('a payment method opens and closes with its fee', () => {
  expect(effect('processing_in/blik/mult_ppm', undefined, '0')).toBe('opened')
  expect(effect('processing_out/blik/mult_ppm', '100', undefined)).toBe('closed')
  expect(effect('processing_out/blik/mult_ppm', '100', '200')).toBe('dearer')
})

test('a currency or country in a list of forbidden ones is closed', () => {
  expect(effect('off', undefined, 'LTC')).toBe('closed')
  expect(effect('forbidden', 'FR', undefined)).toBe('opened')
})

test('a lower limit lets customers move less, and a missing one lets them move more', () => {
  expect(effect('limits/visamc in/day', '500.00 EUR', '400.00 EUR')).toBe('less')
  expect(effect('limits/visamc in/day', undefined, '400.00 EUR')).toBe('less')
  expect(effect('limits/all/month', '400.00 EUR', undefined)).toBe('more')
  expect(effect('limits/all/min', undefined, '10.00 EUR')).toBe('less')
  expect(effect('tiers/T2/limits/fiat_day', '1000.00 EUR', '20000.00 EUR')).toBe('more')
  expect(effect('currencies/DEXT/min_payout', '100 DEXT', '123.5 DEXT')).toBe('less')
  expect(effect('currencies/DEXT/exchange/max', '100 DEXT', '1000 DEXT')).toBe('more')
})

test('more confirmations are slower, and a wider guarantee keeps more prices', () => {
  expect(effect('confirmations/litecoin', undefined, '6')).toBe('slower')
  expect(effect('confirmations/litecoin', '12', '6')).toBe('faster')
  expect(effect('guarantee/max_loss', '25.00 EUR', '100.00 EUR')).toBe('kept_more')
  expect(effect('guarantee/max_minutes', '60', undefined)).toBe('kept_less')
})

test('what depends on more than one value has no effect that could be wrong', () => {
  expect(effect('travel_rule/above', '1000.00 EUR', '500.00 EUR')).toBeUndefined()
  expect(effect('mica/USDT', 'OFFERED', 'BLOCKED')).toBeUndefined()
})
