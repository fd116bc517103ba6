import { createHash, randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendWorking } from '../sendWorking'
import { type Puzzle, readPuzzle, search } from './puzzle'
import { sha256 } from './sha256'
import { inThePage } from './solve'

const SALT = '00112233445566778899aabbccddeeff'
const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const puzzle = (number: number, numbers = 2 ** 18): Puzzle => ({
  salt: SALT,
  target: hex(`${SALT}.${number}`),
  numbers,
})

describe('the hash', () => {
  it('is the common one, for every length that fits into a block', () => {
    for (let length = 0; length <= 55; length++) {
      const block = new DataView(new ArrayBuffer(64))
      const text = 'x'.repeat(length)
      for (let at = 0; at < length; at++) block.setUint8(at, text.charCodeAt(at))
      const hash = new Int32Array(8)
      sha256(block, length, hash)
      const words = Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0'))
      expect(words.join('')).toBe(hex(text))
    }
  })
})

describe('a puzzle', () => {
  it('is solved by the number that the server has hidden, the first and the last too', () => {
    for (const number of [0, 2 ** 18 - 1, randomInt(2 ** 18)]) {
      expect(search(puzzle(number), 0, 2 ** 18)).toBe(number)
    }
  })

  it('that no number solves ends all the same', async () => {
    expect(await inThePage(puzzle(5_000, 3_000))).toBeUndefined()
  })

  it('is refused where it is none of ours, or asks for more work than a phone does', () => {
    const given = { kind: 'proof_of_work', algorithm: 'sha256', action: 'login', token: 't', ...puzzle(1) }
    expect(readPuzzle(given)).toMatchObject({ action: 'login', salt: SALT })
    const others = [
      { kind: 'picture' },
      { numbers: 2 ** 23 },
      { numbers: 0.5 },
      { salt: 'x' },
      { target: 'é' },
      { token: 1 },
    ]
    for (const other of others) expect(readPuzzle({ ...given, ...other })).toBeUndefined()
    expect(readPuzzle(undefined)).toBeUndefined()
  })
})

describe('a request that work is asked for', () => {
  let sent: Request[]
  const server = (answer: (request: Request, times: number) => Response) => {
    sent = []
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(request)
      return answer(request, sent.length)
    })
  }
  const asks = (meta: object) =>
    new Response(JSON.stringify({ code: 'CAPTCHA_REQUIRED', meta }), {
      status: 403,
      headers: { 'content-type': 'application/problem+json' },
    })
  const given = { kind: 'proof_of_work', algorithm: 'sha256', action: 'login', token: 'signed', ...puzzle(1_234) }
  const ask = (onWork: () => void) =>
    sendWorking(new Request('http://agio.test/login', { method: 'POST', body: '{"email":"a"}' }), onWork)

  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' } })
    vi.stubGlobal('navigator', { onLine: true })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('goes again with the work, once it is done, and says that it works', async () => {
    server((_, times) => (times === 1 ? asks({ puzzle: given }) : new Response('{}')))
    const onWork = vi.fn()
    await ask(onWork)
    expect(onWork).toHaveBeenCalledOnce()
    expect(sent).toHaveLength(2)
    expect(await sent[1]?.text()).toBe('{"email":"a"}')
    expect(sent[1]?.headers.get('recaptcha-action')).toBe('login')
    expect(sent[1]?.headers.get('recaptcha-token')).toBe('signed.1234')
  })

  it('goes again once only', async () => {
    server(() => asks({ puzzle: given }))
    await expect(ask(() => {})).rejects.toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect(sent).toHaveLength(2)
  })

  it('does not go again for a puzzle that we cannot solve', async () => {
    server(() => asks({ puzzle: { ...given, kind: 'picture' } }))
    await expect(ask(() => {})).rejects.toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect(sent).toHaveLength(1)
  })

  it('is not worked for where nobody asks', async () => {
    server(() => new Response('{}'))
    const onWork = vi.fn()
    await ask(onWork)
    expect(onWork).not.toHaveBeenCalled()
    expect(sent).toHaveLength(1)
  })
})
