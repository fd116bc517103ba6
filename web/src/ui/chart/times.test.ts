import { describe, expect, it, vi } from 'vitest'
import { drawingOf } from './drawing'
import { timeTicks } from './times'

vi.stubEnv('TZ', 'Europe/Kyiv')

const END = new Date(2026, 10, 25, 14, 37).getTime()
const HOUR = 3600_000
const DAY = 24 * HOUR
const texts = (span: number, most = 6, locale = 'en') =>
  timeTicks(END - span, END, most, locale).map(({ text }) => text)

describe('the moments below a chart', () => {
  it('are whole hours of a day, with the day at midnight', () => {
    expect(texts(DAY)).toEqual(['16:00', '20:00', 'Nov 25', '04:00', '08:00', '12:00'])
    expect(texts(DAY, 4)).toEqual(['18:00', 'Nov 25', '06:00', '12:00'])
  })
  it('are days of a month, and months of a year', () => {
    expect(texts(30 * DAY)).toHaveLength(6)
    expect(texts(30 * DAY, 4)).toHaveLength(4)
    expect(texts(365 * DAY)).toEqual(['2026', 'Mar', 'May', 'Jul', 'Sep', 'Nov'])
    expect(texts(365 * DAY, 6, 'uk')).toContain('лист.')
  })
  it('are years of many years', () => {
    expect(texts(9 * 365 * DAY)).toEqual(['2018', '2020', '2022', '2024', '2026'])
  })
  it.each([
    5 * 60_000,
    HOUR,
    5 * HOUR,
    3 * DAY,
    7 * DAY,
    90 * DAY,
    800 * DAY,
    40 * 365 * DAY,
  ])('are three to six of a span of %d ms, and no neighbours are written alike', (span) => {
    const found = texts(span)
    expect(found.length).toBeGreaterThanOrEqual(3)
    expect(found.length).toBeLessThanOrEqual(6)
    expect(found.filter((text, each) => text === found[each + 1])).toEqual([])
  })
  it('are none of one moment, and none of no moment', () => {
    expect(timeTicks(END, END, 6, 'en')).toEqual([])
    expect(timeTicks(Number.NaN, Number.NaN, 6, 'en')).toEqual([])
  })
})

it.each(['en', 'uk', 'ru', 'pl'])('words in %s stand apart within a narrow chart', (locale) => {
  for (const days of [1, 7, 30, 365]) {
    const points = [END - days * DAY, END].map((time) => ({
      at: new Date(time).toISOString(),
      value: '480081135123.12',
    }))
    const { labels } = drawingOf(points, { width: 252, height: 180 }, locale)
    expect(labels.length).toBeGreaterThanOrEqual(2)
    labels.slice(1).forEach(({ x }, each) => {
      expect(x - (labels[each]?.x ?? x)).toBeGreaterThan(30)
    })
  }
})
