import { expect, test } from 'vitest'
import { clockTone, durationText, mostUsed, usedOf, waitOf } from './clock'

const MINUTE = 60_000
const wait = waitOf('2026-11-26T10:00:00.000Z', 100 * MINUTE)
const after = (minutes: number) => Date.parse(wait.since) + minutes * MINUTE

test('a wait is judged by the part of its target that it has used', () => {
  expect(wait.until).toBe('2026-11-26T11:40:00.000Z')
  const tones = [0, 59, 60, 100, 101].map((minutes) => clockTone(usedOf(wait, after(minutes))))
  expect(tones).toEqual(['ok', 'ok', 'wait', 'wait', 'bad'])
})

test('a target that is not after its start is used up', () => {
  expect(usedOf({ since: wait.since, until: wait.since }, after(0))).toBe(1)
})

test('the worst wait is the one closest to its target, not the oldest', () => {
  const short = waitOf('2026-11-26T10:30:00.000Z', 10 * MINUTE)
  expect(mostUsed([wait, short], after(35))).toBe(short)
  expect(mostUsed([], after(35))).toBeUndefined()
})

test('a duration has its two largest units', () => {
  const text = (minutes: number) => durationText(minutes * MINUTE, 'en')
  expect([0, 22, 60, 250, 24 * 60, 51 * 60].map(text)).toEqual([
    '0 min',
    '22 min',
    '1 hr',
    '4 hr 10 min',
    '1 day',
    '2 days 3 hr',
  ])
  expect(durationText(250 * MINUTE, 'uk')).toBe('4 год 10 хв')
})
