import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask, connect, listen, send } from './bridge'

const ANSWER = {
  platform: 'android',
  version: '1.0',
  abilities: [],
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  scheme: 'light',
  push: 'unasked',
  storage: {},
}
type Said = { v: number; type: string; payload: Record<string, string> }
let said: Said[]
let app: { postMessage: (text: string) => void; onmessage?: (event: { data: string }) => void }
const tell = (type: string, payload: object) => app.onmessage?.({ data: JSON.stringify({ v: 1, type, payload }) })
const nonce = () => said[0]?.payload.nonce ?? ''

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  app = { postMessage: (text) => void said.push(JSON.parse(text)) }
  const window = { nativeApp: app }
  vi.stubGlobal('window', window)
  vi.stubGlobal('self', window)
  vi.stubGlobal('top', window)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the bridge to a native app', () => {
  it('trusts an app from the answer to its own greeting on', async () => {
    const heard = vi.fn()
    listen({ link: heard })
    const hello = connect()
    tell('link', { url: '/early' })
    tell('hello', { ...ANSWER, nonce: 'of-another-page' })
    tell('link', { url: '/too-early' })
    tell('hello', { ...ANSWER, nonce: nonce() })
    expect((await hello).version).toBe('1.0')
    expect(heard).not.toHaveBeenCalled()
    tell('link', { url: '/activity' })
    expect(heard).toHaveBeenCalledExactlyOnceWith({ url: '/activity' })
  })

  it('gives an answer to the question that it belongs to', async () => {
    const hello = connect()
    tell('hello', { ...ANSWER, nonce: nonce() })
    await hello
    const answer = ask<'biometry'>((id) => ({ type: 'biometry', payload: { id, reason: 'Unlock' } }))
    const { id } = said.at(-1)?.payload ?? {}
    const told = vi.fn()
    void answer.then(told)
    tell('biometry', { id: 'another', result: 'ok' })
    await Promise.resolve()
    expect(told).not.toHaveBeenCalled()
    tell('biometry', { id, result: 'cancelled' })
    expect(await answer).toEqual({ id, result: 'cancelled' })
  })

  it('says that no app answered', async () => {
    const hello = connect()
    const failed = expect(hello).rejects.toMatchObject({ reason: 'silent' })
    await vi.advanceTimersByTimeAsync(3_000)
    await failed
  })

  it('finds no app in a page that another page contains', async () => {
    vi.stubGlobal('top', {})
    await expect(connect()).rejects.toMatchObject({ reason: 'absent' })
  })

  it('logs a message that it does not know without its content, and goes on', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const hello = connect()
    tell('hello', { ...ANSWER, nonce: nonce() })
    await hello
    tell('teleport', { email: 'ada@example.test' })
    expect(warn).toHaveBeenCalledExactlyOnceWith('A message of the app is ignored: unknown_type.')
    send({ type: 'ready', payload: {} })
    expect(said.at(-1)).toEqual({ v: 1, type: 'ready', payload: {} })
    warn.mockRestore()
  })
})
