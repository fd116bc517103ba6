import { describe, expect, it } from 'vitest'
import { isMirrored, readMessage, writeMessage } from './contract'

const HELLO = {
  nonce: 'n1',
  platform: 'ios',
  version: '2.3.1',
  abilities: ['push', 'share'],
  insets: { top: 47, right: 0, bottom: 34, left: 0 },
  scheme: 'dark',
  push: 'unasked',
  storage: { 'agio.locale': 'uk' },
}
const say = (type: string, payload: unknown, v: unknown = 1) => readMessage(JSON.stringify({ v, type, payload }))

/** A generator with a seed, so that a failure can be repeated (xorshift). */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield state >>> 0
  }
}

describe('messages of a native app', () => {
  it('are read whole', () => {
    expect(say('hello', HELLO)).toEqual({ type: 'hello', payload: HELLO })
    expect(say('back', {})).toEqual({ type: 'back', payload: {} })
    expect(say('link', { url: 'https://bank.example/activity' })).toMatchObject({ type: 'link' })
    expect(say('biometry', { id: 'b1', result: 'ok' })).toMatchObject({ payload: { result: 'ok' } })
    const address = { endpoint: 'https://push.example/a', p256dh: 'BA', auth: 'AA' }
    expect(say('push', { id: 'p1', state: 'granted', address })).toMatchObject({ payload: { address } })
  })

  it.each<[string, unknown]>([
    ['not_json', readMessage('{')],
    ['not_json', readMessage('[]')],
    ['not_json', readMessage({ v: 1 })],
    ['too_long', readMessage(`"${'x'.repeat(70_000)}"`)],
    ['version', say('back', {}, 2)],
    ['version', say('back', {}, '1')],
    ['unknown_type', say('toString', {})],
    ['unknown_type', say('pay', { amount: '1' })],
    ['invalid', say('back', undefined)],
    ['invalid', say('scheme', { scheme: 'red' })],
    ['invalid', say('insets', { top: -1, right: 0, bottom: 0, left: 0 })],
    ['invalid', say('insets', { top: 900, right: 0, bottom: 0, left: 0 })],
    ['invalid', say('biometry', { id: '<b>', result: 'ok' })],
    ['invalid', say('biometry', { id: 'b1', result: 'yes' })],
    ['invalid', say('hello', { ...HELLO, platform: 'web' })],
    ['invalid', say('hello', { ...HELLO, version: '2.3.1-beta' })],
    ['invalid', say('link', { url: 'x'.repeat(2_001) })],
  ])('%s is no message', (why, read) => expect(read).toBe(why))

  it('of a newer app are read without the abilities that the page does not know', () => {
    const read = say('hello', { ...HELLO, abilities: ['push', 'teleport', 7], more: true })
    expect(read).toMatchObject({ payload: { abilities: ['push'] } })
    expect(say('error', { reason: 'something new' })).toEqual({ type: 'error', payload: { reason: 'internal' } })
  })

  it('restore only the app’s own keys, and few of them', () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`agio.k${at}`, 'v']))
    const read = say('hello', {
      ...HELLO,
      storage: { ...many, token: 'x', 'agio.big': 'x'.repeat(5_000), 'agio.n': 1 },
    })
    const storage = (read as { payload: { storage: object } }).payload.storage
    expect(Object.keys(storage)).toHaveLength(50)
    expect(storage).not.toHaveProperty('token')
    expect(isMirrored('agio.theme') && !isMirrored('theme') && !isMirrored('agio.')).toBe(true)
  })

  it('never throw, whatever their bytes are', () => {
    const next = numbers(7)
    const whole = JSON.stringify({ v: 1, type: 'hello', payload: HELLO })
    for (let round = 0; round < 2_000; round += 1) {
      const letters = [...whole]
      for (let change = 0; change < 3; change += 1) {
        const at = (next.next().value as number) % letters.length
        letters[at] = String.fromCharCode((next.next().value as number) % 128)
      }
      const read = readMessage(letters.join(''))
      expect(typeof read === 'string' || read.type).toBeTruthy()
    }
  })

  it('of the page carry the version', () =>
    expect(writeMessage({ type: 'ready', payload: {} })).toBe('{"v":1,"type":"ready","payload":{}}'))
})
