import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { amountParts, amountText, dayText, moneyText, timeText, monthSince } from './format'

describe('amounts on the screen', () => {
  it('keeps every digit of a long amount', () => {
    expect(amountText('1234567.000000000000000001', 'en')).toBe('1,234,567.000000000000000001')
  })

  it('shows at least two decimals', () => {
    expect(amountText('250.00', 'en')).toBe('250.00')
    expect(amountText('842.500000000', 'en')).toBe('842.50')
  })

  it('puts the unit after the number, as a symbol for euro and dollar only', () => {
    expect(moneyText({ amount: '1412.06', currency: 'EUR' }, 'en')).toBe('1,412.06\u00a0€')
    expect(moneyText({ amount: '18450.00', currency: 'UAH' }, 'en')).toBe('18,450.00\u00a0UAH')
  })

  it('follows the reader’s separators', () => {
    expect(amountText('35921.56', 'uk')).toMatch(/^35\s921,56$/)
  })

  it('splits a large figure at the decimal mark', () => {
    expect(amountParts('35921.56', 'en')).toEqual({ whole: '35,921', fraction: '.56' })
    expect(amountParts('1000', 'en')).toEqual({ whole: '1,000', fraction: '' })
  })

  it('names the year only when it is another one', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    expect(dayText('2026-03-05T12:00:00Z', 'en-GB', now)).toBe('5 Mar')
    expect(dayText('2025-03-05T12:00:00Z', 'en-GB', now)).toBe('5 Mar 2025')
  })
})

it('a time is one of 24 hours, midnight is 00, and every place says so', () => {
  expect(timeText('2026-11-21T22:01:00', 'en')).toBe('22:01')
  expect(timeText('2026-11-21T00:05:00', 'en')).toBe('00:05')
  const src = join(import.meta.dirname, '..')
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*', '**/*.gen.ts'] })
  const formats = files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/\{[^{}]*\b(?:hour: '|timeStyle: ')[^{}]*\}/g)].map(
      ([text]) => ({ file, text }),
    ),
  )
  expect(formats.length).toBeGreaterThan(5)
  expect(formats.filter(({ text }) => !text.includes("hourCycle: 'h23'"))).toEqual([])
})

it('names a month in the case that follows "since"', () => {
  const at = '2026-05-09T12:00:00Z'
  expect(['en', 'uk', 'ru', 'pl'].map((locale) => monthSince(at, locale))).toEqual([
    'May 2026',
    'травня 2026',
    'мая 2026',
    'maja 2026',
  ])
})
