import { expect, test } from 'vitest'
import { ageText, priceText } from './text'

test('the age of a price is in the largest unit that fits, and never in the future', () => {
  const now = Date.parse('2026-11-27T12:00:00Z')
  const ages = ['2026-11-27T11:59:48Z', '2026-11-27T11:58:10Z', '2026-11-25T00:00:00Z', '2026-11-27T12:00:03Z']
  expect(ages.map((at) => ageText(at, now, 'en'))).toEqual([
    '12 seconds ago',
    '1 minute ago',
    '2 days ago',
    '0 seconds ago',
  ])
})

test('a price is exact beyond what a floating-point number holds', () => {
  expect(priceText('0.000012345678', 'en')).toBe('0.000012345678')
  expect(priceText('91234.567', 'en')).toBe('91,234.567')
})
