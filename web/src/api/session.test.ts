import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entrance, sessionStore } from './session'
import { tokens } from './tokens'

/**
 * A server with one-time refresh tokens: a renewal invalidates the previous token, and a second use ends the session.
 */
function oneUseServer() {
  let running = 0
  const seen = { atOnce: 0, renewals: 0 }
  vi.stubGlobal('fetch', async () => {
    running += 1
    seen.renewals += 1
    seen.atOnce = Math.max(seen.atOnce, running)
    await Promise.resolve()
    running -= 1
    return Response.json({ access_token: `access-${seen.renewals}` })
  })
  return seen
}

/** A Web Lock shared by all tabs of a site: one holder at a time, the others in order. */
function sharedLock() {
  let last: Promise<unknown> = Promise.resolve()
  const names: string[] = []
  const request = (name: string, task: () => Promise<unknown>) => {
    names.push(name)
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
  return { names, request }
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } })
  vi.stubGlobal('location', { origin: 'http://agio.test' })
  tokens.setAccess(undefined)
})
afterEach(() => vi.unstubAllGlobals())

describe('the renewal of a session', () => {
  it('waits while another tab renews with the same cookie', async () => {
    const locks = sharedLock()
    vi.stubGlobal('navigator', { onLine: true, locks })
    const server = oneUseServer()
    // The other tab has the same lock and server, but its own page.
    const other = locks.request('agio.renew', () => fetch('http://agio.test/api/client/v1/auth'))
    const mine = tokens.renew(undefined)
    await Promise.all([other, mine])
    expect(server).toEqual({ atOnce: 1, renewals: 2 })
    expect(locks.names).toEqual(['agio.renew', 'agio.renew'])
    expect(tokens.access()).toBe('access-2')
  })

  it('works in a browser without locks', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    oneUseServer()
    await expect(tokens.renew(undefined)).resolves.toBe('access-1')
  })
})

describe('somebody whom an operator shut out while they were here', () => {
  it('is led to where that stands, not to sign in', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const problem = (status: number, code: string) =>
      new Response(JSON.stringify({ status, code }), {
        status,
        headers: { 'content-type': 'application/problem+json' },
      })
    let answer = problem(403, 'USER_BLOCKED')
    vi.stubGlobal('fetch', async () => answer)
    await expect(tokens.renew(undefined)).resolves.toBeUndefined()
    expect(entrance(sessionStore.current())).toBe('/authentication/blocked')
    answer = problem(401, 'UNAUTHORIZED_REQUEST')
    await expect(tokens.renew(undefined)).resolves.toBeUndefined()
    expect(entrance(sessionStore.current())).toBe('/authentication')
  })
})

describe('a tab whose cookie has become another person’s', () => {
  it('loads again instead of going on as them', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const reload = vi.fn()
    vi.stubGlobal('location', { origin: 'http://agio.test', reload })
    let uuid = 'usr_1'
    vi.stubGlobal('fetch', async () => Response.json({ access_token: `of-${uuid}`, uuid }))
    await expect(tokens.renew(undefined)).resolves.toBe('of-usr_1')
    uuid = 'usr_2'
    const renewed = vi.fn()
    void tokens.renew('of-usr_1').then(renewed)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(renewed).not.toHaveBeenCalled()
    expect(tokens.access()).toBe('of-usr_1')
  })
})
