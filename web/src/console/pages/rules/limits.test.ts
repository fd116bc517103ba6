import { expect, test } from 'vitest'
import type { LimitRule } from '../../api/rules'
import { limitFault, limitOf, limitTextsOf } from './limits'

const CARD: LimitRule = { payway: 'visamc', direction: 'in', currency: 'EUR', max: '5000' }

test('a limit is read back as it was, and a new one has the currency of its payment method', () => {
  expect(limitOf(limitTextsOf(CARD), CARD)).toEqual(CARD)
  expect(limitOf({ ...limitTextsOf({}), payway: 'blik', day: '20000' })).toEqual({
    payway: 'blik',
    currency: 'PLN',
    day: '20000',
  })
})

test('a limit needs an amount, and no second limit has its conditions', () => {
  const texts = limitTextsOf(CARD)
  expect(limitFault(texts, [])).toBeUndefined()
  expect(limitFault({ ...texts, max: '' }, [])).toBe('empty')
  expect(limitFault({ ...texts, max: 'a few' }, [])).toBe('form')
  expect(limitFault({ ...texts, country: 'P' }, [])).toBe('form')
  expect(limitFault(texts, [{ ...CARD, max: '1' }])).toBe('twice')
  expect(limitFault({ ...texts, tier: 'T1' }, [CARD])).toBeUndefined()
})
