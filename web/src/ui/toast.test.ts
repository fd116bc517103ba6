import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@lingui/core'
import { notifyInternal } from './notifyInternal'
import { notify, toastStore } from './toast'

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

it.each([
  ['success', notify.success, 5000],
  ['info', notify.info, 5000],
  ['warning', notify.warning, 7000],
  ['internal', notifyInternal, 1000],
] as const)('a toast of kind %s is shown as long as the specification says', (_kind, say, ms) => {
  say('said')
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
