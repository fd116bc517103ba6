import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const ended = vi.fn(async () => true)
const asked: string[] = []

beforeEach(() => {
  ended.mockClear()
  asked.length = 0
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} }, getElementById: () => null })
  vi.stubGlobal('location', { origin: 'http://agio.test', pathname: '/', reload: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const LOGOUT = 'POST /api/client/v1/logout'

it('ends the subscription of this browser to web push messages', async () => {
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe: ended }) } }
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { getRegistration: async () => registration } })
  const { signOutHere } = await import('./signOutHere')
  await signOutHere()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
  expect(asked).toEqual([LOGOUT])
})

it('signs out in a browser without web push', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const { signOutHere } = await import('./signOutHere')
  await signOutHere()
  expect(asked).toEqual([LOGOUT])
  expect(ended).not.toHaveBeenCalled()
})
