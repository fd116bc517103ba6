import { expect, it } from 'vitest'
import { presetsOf } from './presets'

const between = (min: string | undefined, max: string | undefined) => presetsOf('EUR', { min, max })

it('offers only amounts within the limits', () => {
  expect(between('20.00', '5000.00')).toEqual(['100', '250', '500'])
  expect(between('100.00', '250.00')).toEqual(['100', '250'])
  expect(between('20.00', '44.95')).toEqual([])
  expect(between(undefined, undefined)).toHaveLength(3)
})

it('has no usual amounts of a coin', () => {
  expect(presetsOf('BTC', { min: undefined, max: undefined })).toEqual([])
})
