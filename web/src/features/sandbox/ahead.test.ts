import { expect, it } from 'vitest'
import { aheadText } from './ahead'

it('says how far the sandbox’s clock is ahead in hours and minutes', () => {
  expect([0, 59, 600, 3_900, 90_000, -5].map(aheadText)).toEqual(['0:00', '0:00', '0:10', '1:05', '25:00', '0:00'])
})
