import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPrefetched, takePrefetched } from './prefetched'

const asked = (headers: Record<string, string> = {}) =>
  new Request('http://agio.test/api/client/v1/balances', { headers })
const OWN = { authorization: 'Bearer mine', 'profile-id': 'prf_1' }

beforeEach(() => vi.stubGlobal('window', {}))
afterEach(() => vi.unstubAllGlobals())

it('is found once, by the very request', async () => {
  keepPrefetched(asked(OWN), Promise.resolve(new Response('early')))
  const answer = await takePrefetched(asked({ ...OWN, 'x-request-id': 'another' }))
  expect(await answer?.text()).toBe('early')
  expect(takePrefetched(asked(OWN))).toBeUndefined()
})

it('is not for another session, another profile or nobody', () => {
  keepPrefetched(asked(OWN), Promise.resolve(new Response('early')))
  expect(takePrefetched(asked({ ...OWN, authorization: 'Bearer other' }))).toBeUndefined()
  expect(takePrefetched(asked({ ...OWN, 'profile-id': 'prf_2' }))).toBeUndefined()
  expect(takePrefetched(asked())).toBeUndefined()
})

it('is not taken for news when the page is old', () => {
  keepPrefetched(asked(OWN), Promise.resolve(new Response('early')))
  vi.stubGlobal('performance', { now: () => 10_001 })
  expect(takePrefetched(asked(OWN))).toBeUndefined()
})
