import { expect, it } from 'vitest'
import { isNear, shareOf } from './share'

it('says from four fifths of a limit on that most of it is used up', () => {
  expect([isNear('799.99', '1000.00'), isNear('800.00', '1000.00'), isNear('1000.00', '1000.00')]).toEqual([
    false,
    true,
    true,
  ])
})

it('says nothing of a limit that allows nothing, nor where there is none', () => {
  expect([isNear('0.00', '0.00'), isNear('900.00', undefined)]).toEqual([false, false])
})

it('never shows more than the whole of a limit', () => {
  expect([shareOf('0.00', '500.00'), shareOf('250.00', '500.00'), shareOf('900.00', '500.00')]).toEqual([0, 50, 100])
})
