import { describe, expect, it } from 'vitest'
import { moneyText } from '../i18n/format'
import { breakAmounts } from './breakAmounts'

describe('where an amount may break', () => {
  it('is after the decimal mark of a long fraction, in every language', () => {
    for (const locale of ['en', 'uk', 'ru', 'pl']) {
      const text = moneyText({ amount: '812345678.123456789012345678', currency: 'SHIB' }, locale)
      const parts = breakAmounts(text)
      expect(
        parts.map((part) => part.length),
        locale,
      ).toEqual([12, 23])
      expect(parts.join('')).toBe(text)
    }
  })

  it('is nowhere in an amount that fits, however large', () => {
    for (const amount of ['0.10040277', '98765432109.87', '5000000000000']) {
      expect(breakAmounts(moneyText({ amount, currency: 'BTC' }, 'en'))).toHaveLength(1)
    }
  })
})
