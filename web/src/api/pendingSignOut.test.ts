import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A browser and a server; `load` opens a page in the browser. */
function browser() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const world = { online: true, cookie: true, early: false, asked: [] as string[] }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/client/v1', '')
    world.asked.push(`${request.method} ${path}`)
    if (!world.online) throw new TypeError('failed to fetch')
    if (path === '/logout') world.cookie = false
    if (path === '/logout') return new Response(null, { status: 204 })
    if (path === '/auth' && world.cookie) return Response.json({ access_token: 'aga_1', uuid: 'usr_1' })
    if (path === '/user/terms') return Response.json({ is_consent_required: false })
    if (path === '/user' && world.early) {
      world.early = false
      return Response.json({ code: 'ACCESS_DENIED' }, { status: 403 })
    }
    if (path === '/user') return Response.json({ uuid: 'usr_1', email: 'a@b.cd', profiles_id: ['prf_1'] })
    return Response.json({ code: 'UNAUTHORIZED_REQUEST' }, { status: 401 })
  })
  const load = async () => {
    vi.resetModules()
    return import('./session')
  }
  return { world, load }
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } })
  vi.stubGlobal('location', { origin: 'http://agio.test', pathname: '/', reload: () => {} })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => vi.unstubAllGlobals())

describe('signing out while the server cannot be reached', () => {
  it('holds: the next load ends the session before it could be renewed', async () => {
    const { world, load } = browser()
    const first = await load()
    expect(await first.resolved()).toMatchObject({ status: 'in', email: 'a@b.cd' })
    world.online = false
    await first.signOut()
    expect(first.sessionStore.current()).toEqual({ status: 'out', expired: false, untold: true })

    world.asked = []
    const offline = await load()
    expect(await offline.resolved()).toMatchObject({ status: 'out', untold: true })
    world.online = true
    const online = await load()
    expect(await online.resolved()).toEqual({ status: 'out', expired: false })
    expect(world.asked).toEqual(['POST /logout', 'POST /logout'])
    expect(world.cookie).toBe(false)
  })

  it('is over once somebody has signed in again', async () => {
    const { world, load } = browser()
    const first = await load()
    await first.resolved()
    world.online = false
    await first.signOut()
    world.online = true
    first.signedIn({
      access_token: 'aga_2',
      uuid: 'usr_1',
      email: 'a@b.cd',
      profiles_id: ['prf_1'],
      is_consent_required: false,
      is_second_factor_required: false,
    } as never)
    const next = await load()
    expect(await next.resolved()).toMatchObject({ status: 'in' })
  })
})

describe('who comes for the first time', () => {
  it('is not asked about: the server saw that there is no session', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: { visitor: 'new' } } })
    const { world, load } = browser()
    expect(await (await load()).resolved()).toEqual({ status: 'out', expired: false })
    expect(world.asked).toEqual([])
  })
})

describe('what the page says of its person', () => {
  it('is read when the terms have been accepted', async () => {
    const { load } = browser()
    const session = await load()
    session.signedIn({
      access_token: 'aga_1',
      uuid: 'usr_1',
      email: '',
      profiles_id: [],
      is_consent_required: true,
    } as never)
    await session.consented()
    expect(session.sessionStore.current()).toMatchObject({ consent: false, email: 'a@b.cd', profiles: ['prf_1'] })
  })

  it('is never told without their profiles: an answer that is lost after the terms leaves them to be accepted again', async () => {
    const { world, load } = browser()
    const session = await load()
    session.signedIn({
      access_token: 'aga_1',
      uuid: 'usr_1',
      email: '',
      profiles_id: [],
      is_consent_required: true,
    } as never)
    world.online = false
    await expect(session.consented()).rejects.toMatchObject({ code: 'ERR_NETWORK' })
    expect(session.sessionStore.current()).toMatchObject({ consent: true })
  })

  it('is asked again when the terms were accepted in another tab between the two answers', async () => {
    const { world, load } = browser()
    world.early = true
    const session = await load()
    expect(await session.resolved()).toMatchObject({ status: 'in', consent: false, profiles: ['prf_1'] })
  })
})
