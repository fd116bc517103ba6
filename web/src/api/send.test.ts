import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send } from './send'
import { onStepUp } from './stepUp'
import { tokens } from './tokens'

const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ code }), { status, headers: { 'content-type': 'application/problem+json' } })

let sent: Request[]

function server(answer: (request: Request) => Response): void {
  sent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request)
    return answer(request)
  })
}

const ask = () => send(new Request('http://agio.test/api/client/v1/balances'))
const bearer = (request: Request | undefined) => request?.headers.get('authorization')

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'pl' } })
  vi.stubGlobal('navigator', { onLine: true })
  tokens.setAccess('old')
  tokens.setProfile('prf_1')
})
afterEach(() => vi.unstubAllGlobals())

describe('a request', () => {
  it('says who asks, in which language, and carries an id', async () => {
    server(() => new Response('{}'))
    await ask()
    const headers = sent[0]?.headers
    expect(headers?.get('authorization')).toBe('Bearer old')
    expect(headers?.get('profile-id')).toBe('prf_1')
    expect(headers?.get('accept-language')).toBe('pl')
    expect(headers?.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('renews an expired session once for all who wait, and asks again', async () => {
    let renewals = 0
    tokens.onRenew(async () => {
      renewals += 1
      tokens.setAccess('new')
      return 'new'
    })
    server((request) => (bearer(request) === 'Bearer new' ? new Response('{}') : problem(401, 'UNAUTHORIZED_REQUEST')))
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(renewals).toBe(1)
    expect(sent).toHaveLength(6)
  })

  it('gives up when the session is over', async () => {
    tokens.onRenew(async () => undefined)
    server(() => problem(401, 'UNAUTHORIZED_REQUEST'))
    await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHORIZED_REQUEST', status: 401 })
    expect(sent).toHaveLength(1)
  })

  it('is sent again, the same, once the person has confirmed it', async () => {
    const refused = JSON.stringify({
      code: 'AUTH_2FA_REQUIRED',
      meta: { challenge_id: 'stp_1', purpose: 'transfer', shown: { kind: 'order' } },
    })
    const headers = { 'content-type': 'application/problem+json' }
    server((request) =>
      request.headers.get('auth-2fa-token') === 'ags_1'
        ? new Response('{}')
        : new Response(refused, { status: 403, headers }),
    )
    const asked: unknown[] = []
    const forget = onStepUp(async (stepUp) => {
      asked.push(stepUp)
      return 'ags_1'
    })
    const order = () => send(new Request('http://agio.test/api/client/v1/orders', { method: 'POST', body: '{"a":1}' }))
    expect((await order()).ok).toBe(true)
    expect(asked).toEqual([{ id: 'stp_1', purpose: 'transfer', shown: { kind: 'order' } }])
    expect(await sent[1]?.text()).toBe('{"a":1}')
    forget()
    await expect(order()).rejects.toMatchObject({ code: 'AUTH_2FA_REQUIRED' })
    expect(sent).toHaveLength(3)
  })

  it('says so when nothing answers', async () => {
    server(() => {
      throw new TypeError('failed to fetch')
    })
    await expect(ask()).rejects.toMatchObject({ code: 'ERR_NETWORK' })
  })

  it('is given up after half a minute without an answer', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_: Request, { signal }: RequestInit) => {
      return new Promise((_answer, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
    })
    const lost = expect(ask()).rejects.toMatchObject({ code: 'ERR_NETWORK', status: 0 })
    await vi.advanceTimersByTimeAsync(30_000)
    await lost
    vi.useRealTimers()
  })
})
