import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionStore, heard, setConnection } from '../api/connection'
import { tokens } from '../api/tokens'
import { isLive } from './live'
import { pricesNow } from './prices'
import { startSocket } from './socket'

/** The browser's end of a connection; the test acts as the server. */
class Wire {
  static all: Wire[] = []
  sent: { type: string; after_seq?: number; access_token?: string }[] = []
  closed = false
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  onclose?: () => void
  constructor() {
    Wire.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  /** A dead connection: its close is never acknowledged. */
  close() {
    this.closed = true
  }
  say(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

const newest = () => Wire.all.at(-1) as Wire
/** The browser is online again. */
let online: () => void
let queries: QueryClient
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  Wire.all = []
  vi.stubGlobal('WebSocket', Wire)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { origin: 'http://agio.test' })
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('addEventListener', (name: string, heed: () => void) => {
    if (name === 'online') online = heed
  })
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
  tokens.setAccess('aga_1')
  queries = new QueryClient()
  stop = startSocket(queries)
  newest().onopen?.()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the socket', () => {
  it('tells the number of unread notifications, which the bell shows', () => {
    newest().say({ type: 'notifications', unread: 3, latest: 'ntf_1' })
    expect(queries.getQueryData(['notifications', 'unread'])).toMatchObject({ unread: 3, latest: 'ntf_1' })
  })

  it('answers every ping, so that the server does not take it for gone', () => {
    newest().say({ type: 'ready', seq: 4 })
    for (let ping = 0; ping < 4; ping += 1) {
      vi.advanceTimersByTime(25_000)
      newest().say({ type: 'ping' })
    }
    expect(newest().sent.map(({ type }) => type)).toEqual(['auth', 'pong', 'pong', 'pong', 'pong'])
    expect(Wire.all).toHaveLength(1)
    expect(isLive()).toBe(true)
  })

  it('is live from its own word on, whatever else answers', () => {
    setConnection('unstable')
    setConnection('ok')
    expect(isLive()).toBe(false)
    newest().say({ type: 'ready', seq: 4 })
    expect(isLive()).toBe(true)
    newest().onclose?.()
    expect(isLive()).toBe(false)
  })

  it('leaves a connection that has fallen silent, and goes on after the last event on another', () => {
    newest().say({ type: 'ready', seq: 4 })
    vi.advanceTimersByTime(35_000)
    expect(Wire.all[0]?.closed).toBe(true)
    expect(isLive()).toBe(false)
    vi.advanceTimersByTime(11_000)
    expect(Wire.all).toHaveLength(2)
    newest().onopen?.()
    expect(newest().sent[0]).toMatchObject({ type: 'auth', after_seq: 4 })
    // Messages of the abandoned connection are ignored.
    Wire.all[0]?.say({ type: 'ready', seq: 4 })
    expect(isLive()).toBe(false)
  })

  it('tries three times, ten seconds apart, and then says so until it is connected again', () => {
    newest().say({ type: 'ready', seq: 4 })
    for (let tries = 1; tries <= 3; tries += 1) {
      newest().onclose?.()
      vi.advanceTimersByTime(9_999)
      expect(Wire.all).toHaveLength(tries)
      vi.advanceTimersByTime(1_001)
      expect(Wire.all).toHaveLength(tries + 1)
      expect(connectionStore.current()).toBe('ok')
    }
    newest().onclose?.()
    vi.advanceTimersByTime(600_000)
    expect(Wire.all, 'no fourth attempt').toHaveLength(4)
    expect(connectionStore.current()).toBe('unstable')
    heard(true)
    expect(connectionStore.current(), 'answers to requests are not the socket').toBe('unstable')
    online()
    expect(Wire.all).toHaveLength(5)
    newest().say({ type: 'ready', seq: 4 })
    expect(connectionStore.current()).toBe('ok')
  })

  it('connects at once with a new token', async () => {
    newest().say({ type: 'ready', seq: 4 })
    tokens.onRenew(async () => {
      tokens.setAccess('aga_2')
      return 'aga_2'
    })
    newest().say({ type: 'bye', code: 'UNAUTHORIZED_REQUEST' })
    await vi.waitFor(() => expect(Wire.all).toHaveLength(2))
    newest().onopen?.()
    expect(newest().sent[0]).toMatchObject({ type: 'auth', access_token: 'aga_2', after_seq: 4 })
  })

  it('asks again for what may have changed before it stood, but never for another promise', () => {
    for (const key of [['balances'], ['quote', 'firm', 1]]) queries.setQueryData(key, 1)
    newest().say({ type: 'ready', seq: 4 })
    expect(queries.getQueryState(['balances'])?.isInvalidated).toBe(true)
    newest().say({ type: 'resync', seq: 9 })
    expect(queries.getQueryState(['quote', 'firm', 1])?.isInvalidated).toBe(false)
  })

  it('asks which profiles are open when this one is refused: it may have been closed elsewhere', () => {
    const refused = vi.fn()
    tokens.onRefused(refused)
    tokens.setProfile('prf_2')
    newest().say({ type: 'bye', code: 'SERVICE_UNAVAILABLE' })
    expect(refused).not.toHaveBeenCalled()
    newest().say({ type: 'bye', code: 'ACCESS_DENIED' })
    expect(refused).toHaveBeenCalledOnce()
  })

  it('gives no prices after their time', () => {
    const frame = {
      type: 'rates',
      at: '2026-01-01T00:00:00Z',
      expires_at: '2026-01-01T00:00:30Z',
      prices: { BTC: '1' },
    }
    newest().say(frame)
    vi.advanceTimersByTime(20_000)
    newest().say(frame)
    expect(pricesNow()?.prices).toEqual({ BTC: '1' })
    vi.advanceTimersByTime(10_000)
    expect(pricesNow()).toBeUndefined()
  })

  it('asks again after a first answer that was on its way when the event came', async () => {
    newest().say({ type: 'ready', seq: 4 })
    const answers: ((orders: string[]) => void)[] = []
    const observer = new QueryObserver(queries, {
      queryKey: ['transactions', 'running'],
      queryFn: () => new Promise<string[]>((answer) => answers.push(answer)),
    })
    const leave = observer.subscribe(() => {})
    newest().say({ type: 'event', seq: 5, kind: 'transaction.created', subject: 'one', at: '2026-11-27T00:00:00Z' })
    answers[0]?.([])
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(['one'])
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(['one']))
    leave()
  })
})
