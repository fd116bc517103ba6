import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const refusal = () => Response.json({ code: 'ACCESS_DENIED' }, { status: 403 })

/** A user with two profiles in a tab that uses the second. `open` lists the open profiles; `load` opens a page. */
function tab() {
  const world = { open: ['prf_1', 'prf_2'], forbidden: '', asked: [] as string[], went: [] as string[] }
  vi.stubGlobal('location', {
    origin: 'http://agio.test',
    pathname: '/frame/activity',
    assign: (to: string) => world.went.push(to),
  })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  sessionStorage.setItem('agio.profile', 'prf_2')
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/client/v1', '')
    world.asked.push(path)
    if (path === '/auth') return Response.json({ access_token: 'aga_1', uuid: 'usr_1' })
    if (path === '/user/terms') return Response.json({ is_consent_required: false })
    if (path === '/user') return Response.json({ uuid: 'usr_1', email: 'a@b.cd', profiles_id: world.open })
    // Like the server, checks the profile before anything else.
    const isOpen = world.open.includes(request.headers.get('profile-id') ?? 'prf_1')
    return isOpen && path !== world.forbidden ? Response.json({}) : refusal()
  })
  const load = async () => {
    vi.resetModules()
    const [{ resolved }, { send }, chosen, { tokens }] = await Promise.all([
      import('./session'),
      import('./send'),
      import('./chosenProfile'),
      import('./tokens'),
    ])
    await resolved()
    const ask = (path: string) => send(new Request(`http://agio.test/api/client/v1${path}`))
    return { ask, tokens, cameFromClosed: chosen.cameFromClosed }
  }
  return { world, load }
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

describe('a page whose profile was closed in another tab', () => {
  it('loads the page with the main profile at the first refusal, and that page says why, once', async () => {
    const { world, load } = tab()
    const page = await load()
    await expect(page.ask('/balances')).resolves.toMatchObject({ ok: true })
    world.open = ['prf_1']
    world.asked = []
    const refused = await Promise.allSettled([page.ask('/balances'), page.ask('/orders'), page.ask('/limits')])
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await vi.waitFor(() => expect(world.went).toEqual(['/frame/cabinet']))
    expect(world.asked.filter((path) => path === '/user')).toHaveLength(1)
    // Clicks before the reload must not act on another profile.
    expect(page.tokens.profile()).toBe('prf_2')

    const next = await load()
    expect(next.tokens.profile()).toBe('prf_1')
    expect([next.cameFromClosed(), next.cameFromClosed()]).toEqual([true, true])
    expect((await load()).cameFromClosed()).toBe(false)
  })

  it('goes to the main one, whichever of the others was chosen last here', async () => {
    const { world, load } = tab()
    world.open = ['prf_1', 'prf_2', 'prf_3']
    localStorage.setItem('agio.profile', 'prf_3')
    const page = await load()
    world.open = ['prf_1', 'prf_3']
    await expect(page.ask('/balances')).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
    await vi.waitFor(() => expect(world.went).toHaveLength(1))
    expect((await load()).tokens.profile()).toBe('prf_1')
  })

  it('stays where it is when it was refused for something else', async () => {
    const { world, load } = tab()
    const page = await load()
    world.forbidden = '/orders'
    world.asked = []
    await expect(page.ask('/orders')).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
    await vi.waitFor(() => expect(world.asked).toContain('/user'))
    expect(world.went).toEqual([])
    expect(page.cameFromClosed()).toBe(false)
    await expect(page.ask('/balances')).resolves.toMatchObject({ ok: true })
  })
})
