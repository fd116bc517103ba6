import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notify, toastStore } from './toast'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

it.each([
  ['success', 5000],
  ['info', 5000],
  ['warning', 7000],
  ['internal', 1000],
] as const)('a toast of kind %s is shown for %d ms (specification, section 8)', (kind, ms) => {
  notify[kind]('said')
  vi.advanceTimersByTime(ms - 1)
  expect(toastStore.current()).toMatchObject([{ text: 'said' }])
  vi.advanceTimersByTime(1)
  expect(toastStore.current()).toEqual([])
})

it('an error is shown for five seconds', async () => {
  await notify.failed(new Error('broken'))
  vi.advanceTimersByTime(4999)
  expect(toastStore.current()).toMatchObject([{ tone: 'bad' }])
  vi.advanceTimersByTime(1)
  expect(toastStore.current()).toEqual([])
})
