import { expect, it, vi } from 'vitest'
import { OFFERED_KEY } from './came'
import { promo, promoOf } from './promo'

it.each([
  ['promocode=SPRING-26', 'SPRING-26'],
  ['promocode=%20spring_26%20', 'spring_26'],
  ['promo=HALF', 'HALF'],
  ['promocode=x', undefined],
  ['promocode=a%26b', undefined],
  ['promocode=', undefined],
  ['utm_source=mail', undefined],
])('%s carries %s', (search, code) => expect(promoOf(new URLSearchParams(search))).toBe(code))

it('the code of a link leaves the address, and the exchange offers the newest one after the sign-in', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const address = new URL('https://app.example/exchange?promo=FIRST&from=EUR')
  expect(promo.capture(address)).toBe(true)
  expect(address.search).toBe('?from=EUR')
  promo.capture(new URL('https://app.example/?promo=SECOND'))
  expect(promo.query('?'), 'the sign-in reports the first one').toBe('?promocode=FIRST')
  promo.forget()
  expect(kept.get(OFFERED_KEY)).toBe('SECOND')
  vi.unstubAllGlobals()
})
