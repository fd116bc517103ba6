import { afterEach, expect, it, vi } from 'vitest'
import { keepRange, keptRange } from './ranges'

afterEach(() => vi.unstubAllGlobals())

it('a range is remembered for the pages of its kind alone', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  expect(keptRange('currency')).toBe('1M')
  keepRange('currency', '1Y')
  expect([keptRange('currency'), keptRange('balances')]).toEqual(['1Y', '1M'])
  kept.set('agio.range.currency', '5Y')
  expect(keptRange('currency')).toBe('1M')
})

it('a closed storage remembers nothing, and breaks nothing', () => {
  const closed = () => {
    throw new Error('closed')
  }
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed })
  keepRange('currency', '1Y')
  expect(keptRange('currency')).toBe('1M')
})
