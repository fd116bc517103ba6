import { describe, expect, it } from 'vitest'
import { lineTexts } from './axis'
import { drawingOf } from './drawing'
import { areaOf, lineOf, movedBy, nearest, outlineOf, type Point, scaleOf, spotsOf, thinned } from './scale'

const FRAME = { left: 0, right: 100, top: 10, bottom: 110 }
const HOUR = 3600_000
const point = (value: string, hour = 0): Point => ({
  at: new Date(Date.UTC(2026, 10, 12) + hour * HOUR).toISOString(),
  value,
})

describe('a scale', () => {
  it.each([
    [
      [90_412.1, 95_120.99],
      [90_000, 92_000, 94_000, 96_000],
    ],
    [
      [0, 100],
      [0, 50, 100],
    ],
    [
      [0.1, 0.3],
      [0.1, 0.2, 0.3],
    ],
    [
      [-3, 4],
      [-5, 0, 5],
    ],
  ])('of %j has round lines around them', (values, lines) => {
    const scale = scaleOf(values)
    expect(scale.lines).toEqual(lines)
    expect(scale.lines[0]).toBeLessThanOrEqual(Math.min(...values))
    expect(scale.lines.at(-1)).toBeGreaterThanOrEqual(Math.max(...values))
  })
  it.each([
    ['equal ones', [100, 100, 100]],
    ['one', [12.5]],
    ['nothing but zeros', [0, 0]],
    ['none', []],
    ['tiny ones', [0.0000000123, 0.0000000151]],
    ['huge ones', [480_081_135_123.12, 480_081_999_999.99]],
    ['tiny and huge ones', [0.0000000123, 480_081_135_123.12]],
    ['ones that a float can hardly tell apart', [480_081_135_123.12, 480_081_135_123.13]],
    ['ones that are no numbers', [Number.NaN, 5, 7]],
  ])('of %s has three or four different lines', (_, values) => {
    const { lines } = scaleOf(values)
    expect([3, 4]).toContain(lines.length)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines).toEqual(lines.toSorted((a, b) => a - b))
    for (const value of values.filter(Number.isFinite)) {
      expect(value).toBeGreaterThanOrEqual(lines[0] ?? Number.NaN)
      expect(value).toBeLessThanOrEqual(lines.at(-1) ?? Number.NaN)
    }
  })
  it('never has money below zero where there is none', () => {
    expect(scaleOf([0, 0.01]).lines[0]).toBe(0)
    expect(scaleOf([0]).lines).toEqual([0, 0.5, 1])
  })
})

describe('the words of a scale', () => {
  const texts = (...values: number[]) => lineTexts(scaleOf(values), 'en')
  it('are short, and tell the lines apart', () => {
    expect(texts(90_412.1, 95_120.99)).toEqual(['90K', '92K', '94K', '96K'])
    expect(texts(0, 100)).toEqual(['0', '50', '100'])
    expect(texts(1.02, 1.14)).toEqual(['1.00', '1.05', '1.10', '1.15'])
    expect(texts(480_081_135_123.12)).toEqual(['450B', '475B', '500B', '525B'])
  })
  it.each([
    [[0.0000000123, 0.0000000151]],
    [[93_000.1, 93_000.4]],
    [[480_081_135_123.12, 480_081_135_983.12]],
    [[5]],
  ])('of %j are all different', (values) => {
    const found = texts(...values)
    expect(new Set(found).size).toBe(found.length)
  })
})

describe('a line', () => {
  it('goes by time and value, straight from spot to spot', () => {
    const spots = spotsOf([point('0'), point('50', 1), point('100', 4)], scaleOf([0, 100]), FRAME)
    expect(spots).toEqual([
      { x: 0, y: 110 },
      { x: 25, y: 60 },
      { x: 100, y: 10 },
    ])
    expect(lineOf(spots)).toBe('M0 110L25 60L100 10')
    expect(areaOf(spots, 110)).toBe('M0 110L25 60L100 10L100 110L0 110Z')
  })
  it('of one point is a spot at the right, and of none nothing', () => {
    expect(spotsOf([point('100')], scaleOf([0, 100]), FRAME)).toEqual([{ x: 100, y: 10 }])
    expect(spotsOf([], scaleOf([]), FRAME)).toEqual([])
    expect([lineOf([]), areaOf([], 110)]).toEqual(['', ''])
  })
  it('of equal values is level, in the middle', () => {
    const equal = [point('7.00'), point('7.00', 1)]
    const [first, last] = spotsOf(equal, scaleOf([7, 7]), FRAME)
    expect(first?.y).toBe(last?.y)
    expect(first?.y).toBeGreaterThan(30)
    expect(first?.y).toBeLessThan(90)
  })
  it.each(['0.0000000123', '480081135123.12'])('of %s is drawn within its box', (value) => {
    const drawing = drawingOf([point('0'), point(value, 5)], { width: 320, height: 180 }, 'en')
    expect(drawing.line).not.toMatch(/NaN|Infinity|e/)
    for (const { x, y } of drawing.spots) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(drawing.frame.right)
      expect(y).toBeGreaterThanOrEqual(drawing.frame.top)
      expect(y).toBeLessThanOrEqual(drawing.frame.bottom)
    }
    expect(drawing.frame.right).toBeGreaterThan(150)
  })
  it('of no points is a grid without words', () => {
    const { lines, labels, spots } = drawingOf([], { width: 320, height: 180 }, 'en')
    expect(lines.map(({ text }) => text)).toEqual(['', '', ''])
    expect([labels, spots]).toEqual([[], []])
  })
})

describe('a point', () => {
  const spots = [0, 10, 40].map((x) => ({ x, y: 0 }))
  it('is found by the nearest spot', () => {
    expect([-5, 4, 6, 24, 26, 999].map((x) => nearest(spots, x))).toEqual([0, 0, 1, 1, 2, 2])
    expect(nearest([], 5)).toBe(-1)
  })
  it('is reached by keys, and no key leaves the line', () => {
    expect(['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => movedBy(key, 12, 20))).toEqual(
      [11, 13, 2, 20, 0, 20],
    )
    expect([movedBy('ArrowLeft', 0, 20), movedBy('ArrowRight', 20, 20)]).toEqual([0, 20])
    expect([movedBy('ArrowUp', 5, 20), movedBy('toString', 5, 20)]).toEqual([undefined, undefined])
  })
  it('is told as first, last, lowest or highest', () => {
    const [a, b, c] = [point('9'), point('10', 1), point('8.5', 2)]
    expect(outlineOf([a, b, c])).toEqual({ first: a, last: c, low: c, high: b })
    expect(outlineOf([])).toBeUndefined()
  })
})

it('a long list is thinned evenly, with its ends', () => {
  const list = Array.from({ length: 301 }, (_, each) => each)
  const few = thinned(list, 25)
  expect(few).toHaveLength(25)
  expect([few[0], few[1], few.at(-1)]).toEqual([0, 13, 300])
  expect(thinned([1, 2], 25)).toEqual([1, 2])
})
