import { expect, test } from 'vitest'
import { hostOf, isFailing } from './webhooks'

test('an endpoint is called by its host', () => {
  expect(hostOf('https://shop.example:8443/hooks?a=1')).toBe('shop.example:8443')
  expect(hostOf('no url')).toBe('no url')
})

test('only an endpoint that still receives is failing', () => {
  expect(isFailing({ state: 'active', failures: 2 })).toBe(true)
  expect(isFailing({ state: 'active', failures: 0 })).toBe(false)
  expect(isFailing({ state: 'paused', failures: 9 })).toBe(false)
})
