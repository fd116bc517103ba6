import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepEarly, takeEarly } from './early'

const asked = (headers: Record<string, string> = {}) =>
  new Request('http://agio.test/api/client/v1/balances', { headers })
const OWN = { authorization: 'Bearer mine', 'profile-id': 'prf_1' }

beforeEach(() => vi.stubGlobal('window', {}))
afterEach(() => vi.unstubAllGlobals())

it('is found once, by the very request', async () => {
  keepEarly(asked(OWN), Promise.resolve(new Response('early')))
  const answer = await takeEarly(asked({ ...OWN, 'x-request-id': 'another' }))
  expect(await answer?.text()).toBe('early')
  expect(takeEarly(asked(OWN))).toBeUndefined()
})

it('is not for another session, another profile or nobody', () => {
  keepEarly(asked(OWN), Promise.resolve(new Response('early')))
  expect(takeEarly(asked({ ...OWN, authorization: 'Bearer other' }))).toBeUndefined()
  expect(takeEarly(asked({ ...OWN, 'profile-id': 'prf_2' }))).toBeUndefined()
  expect(takeEarly(asked())).toBeUndefined()
})

it('is not taken for news when the page is old', () => {
  keepEarly(asked(OWN), Promise.resolve(new Response('early')))
  vi.stubGlobal('performance', { now: () => 10_001 })
  expect(takeEarly(asked(OWN))).toBeUndefined()
})
