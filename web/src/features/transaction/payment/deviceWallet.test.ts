import { expect, it } from 'vitest'
import { deviceWallet } from './deviceWallet'

it('offers the wallet of the device', () => {
  const samsung = 'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0'
  expect(deviceWallet('Mozilla/5.0 (iPhone) Safari/604.1', true)).toBe('apple')
  expect(deviceWallet(samsung, false)).toBe('samsung')
  expect(deviceWallet('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', false)).toBe('google')
})
