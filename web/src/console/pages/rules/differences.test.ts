import { expect, test } from 'vitest'
import { percentOfPpm, readValue } from './differenceValue'
import { scopeOf } from './limitScope'

test('the conditions of a limit are read from its name in the document', () => {
  expect(scopeOf('visamc out T1 MT')).toEqual({ payway: 'visamc', direction: 'out', tier: 'T1', country: 'MT' })
  expect(scopeOf('all')).toEqual({})
})

test('a share in millionths is shown in percent, to the last digit', () => {
  expect(['0', '1', '10000', '12500', '1000000'].map(percentOfPpm)).toEqual(['0', '0.0001', '1', '1.25', '100'])
})

test('a value is read by its form and its name', () => {
  const read = (name: string, text: string) => readValue({ path: ['x', name] }, text)
  expect(read('day', '500.00 EUR')).toEqual({ kind: 'amount', amount: '500.00', currency: 'EUR' })
  expect(read('mult_ppm', '2500')).toEqual({ kind: 'percent', percent: '0.25' })
  expect(read('hours', '2500')).toEqual({ kind: 'text', text: '2500' })
  expect(read('eea_enforced', 'false')).toEqual({ kind: 'flag', isOn: false })
  expect(read('forbidden', 'FR')).toEqual({ kind: 'text', text: 'FR' })
})
