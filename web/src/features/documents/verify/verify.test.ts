import { beforeAll, describe, expect, it } from 'vitest'
import { isSealed, openLabel } from './verify'

const NAME = 'agio/test'
const utf8 = (text: string) => new TextEncoder().encode(text)
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const url = (text: string) => base64(utf8(text)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const digest = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

let key = ''
let signed: (text: string) => Promise<string>

beforeAll(async () => {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const typed = joined(Uint8Array.of(1), raw)
  const id = (await digest(joined(utf8(`${NAME}\n`), typed))).slice(0, 4)
  key = `${NAME}+${hex(id)}+${base64(typed)}\n`
  signed = async (text) => {
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, utf8(text)))
    return `${text}\n— ${NAME} ${base64(joined(id, signature))}\n`
  }
})

const LABEL =
  'agio document 1\nACCOUNT_STATEMENT\nDOC-1\n2026-11-27T18:40:12Z\nАда Ковальська\n2026-09-01 2026-11-27\nEUR 0.00 250.00\n'

describe('the label of a printed code', () => {
  it('says what is signed', async () => {
    const label = await openLabel(url(await signed(LABEL)), key)
    expect(label).toMatchObject({ kind: 'ACCOUNT_STATEMENT', number: 'DOC-1', holder: 'Ада Ковальська' })
    expect(label?.balances).toEqual([{ currency: 'EUR', opening: '0.00', closing: '250.00' }])
  })

  it('says that the money of a sandbox is not real', async () => {
    const marked = LABEL.replace('2026-11-27\nEUR', '2026-11-27\nSANDBOX\nEUR')
    const label = await openLabel(url(await signed(marked)), key)
    expect(label).toMatchObject({ isSandbox: true, balances: [{ currency: 'EUR', closing: '250.00' }] })
    expect((await openLabel(url(await signed(LABEL)), key))?.isSandbox).toBe(false)
  })

  it('does not match when one digit is changed', async () => {
    const note = await signed(LABEL)
    for (const [was, is] of [
      ['250.00', '350.00'],
      ['2026-11-27 ', '2026-11-28 '],
      ['DOC-1', 'DOC-2'],
    ] as const) {
      const changed = note.replace(was, is)
      if (changed !== note) expect(await openLabel(url(changed), key), is).toBeUndefined()
    }
    expect(await openLabel(url(note).slice(1), key)).toBeUndefined()
    expect(await openLabel('', key)).toBeUndefined()
    expect(await openLabel(url(note), key.replace(NAME, 'agio/else'))).toBeUndefined()
  })

  it('is not taken from another kind of note', async () => {
    expect(await openLabel(url(await signed(LABEL.replace('document 1', 'document 2'))), key)).toBeUndefined()
  })
})

describe('the seal of a file', () => {
  const file = async (end = '') => {
    const before = utf8('%PDF-1.7 a statement of 250.00 %')
    const seal = url(await signed(`agio document file 1\nDOC-1\n${hex(await digest(before))}\n`))
    return joined(before, utf8(`agio-document-seal:${seal}${end}`))
  }

  it('matches with the line break of its format', async () => {
    for (const end of ['', '\n', '\r\n']) expect(await isSealed(await file(end), key)).toBe(true)
  })

  it('does not match when any byte is changed, added or cut off', async () => {
    const whole = await file('\n')
    for (let at = 0; at < whole.length - 1; at += 7) {
      const changed = Uint8Array.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await isSealed(changed, key), `byte ${at}`).toBe(false)
    }
    expect(await isSealed(joined(whole, utf8('x')), key)).toBe(false)
    expect(await isSealed(whole.slice(1), key)).toBe(false)
    expect(await isSealed(utf8('nothing'), key)).toBe(false)
  })
})
