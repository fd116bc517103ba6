/**
 * Checks documents with the published key, without any other request (docs/ledger.md, "Documents"). What is signed is a
 * note: the label in the address that the printed code opens, and the seal at the end of a file.
 */
import { Malformed, same } from '../../../domain/proof/bytes'
import { openNote } from '../../../domain/proof/note'

const LABEL = 'agio document 1'
/** The line of a label that says that the money is not real. */
const SANDBOX = 'SANDBOX'
const SEAL = 'agio document file 1'
const MARKER = new TextEncoder().encode('agio-document-seal:')
/** A seal has about 300 characters. */
const SEAL_MAX = 1024

/** The content of the signed label, to be compared with the document. */
export type Label = {
  kind: string
  number: string
  issued: string
  holder: string
  from: string
  to: string
  isSandbox: boolean
  balances: { currency: string; opening: string; closing: string }[]
}

/** The label of an address's fragment, or `undefined` if the key did not sign it. */
export async function openLabel(fragment: string, key: string): Promise<Label | undefined> {
  const lines = await opened(fragment, key)
  const [head, kind, number, issued, holder, days, ...rest] = lines ?? []
  const [from, to] = days?.split(' ') ?? []
  if (head !== LABEL || !kind || !number || !issued || holder === undefined || !from || !to) return undefined
  const isSandbox = rest[0] === SANDBOX
  const balances = rest.slice(isSandbox ? 1 : 0).map((line) => {
    const [currency = '', opening = '', closing = ''] = line.split(' ')
    return { currency, opening, closing }
  })
  return { kind, number, issued, holder, from, to, isSandbox, balances }
}

/** Whether the file ends with a seal by the key over everything before it. */
export async function isSealed(file: Uint8Array<ArrayBuffer>, key: string): Promise<boolean> {
  const at = lastIndex(file, MARKER)
  if (at < 0 || file.length - at > SEAL_MAX) return false
  const rest = new TextDecoder('latin1').decode(file.slice(at + MARKER.length))
  // Only the line break of the format may follow.
  const seal = /^([A-Za-z0-9_-]+)[\r\n]*$/.exec(rest)?.[1]
  const lines = seal ? await opened(seal, key) : undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', file.slice(0, at)))
  const shown = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return lines?.[0] === SEAL && lines[2] === shown
}

/** The lines of a note in base 64, or `undefined` if it is none, or not signed by the key. */
async function opened(encoded: string, key: string): Promise<string[] | undefined> {
  try {
    return (await openNote(decoded(encoded), key.trim()))?.split('\n').slice(0, -1)
  } catch (cause) {
    if (cause instanceof Malformed || cause instanceof DOMException || cause instanceof TypeError) return undefined
    throw cause
  }
}

function decoded(text: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new Malformed()
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  // `atob` ignores unused bits, so two texts could encode one note.
  const again = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  if (again !== text) throw new Malformed()
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function lastIndex(bytes: Uint8Array<ArrayBuffer>, part: Uint8Array<ArrayBuffer>): number {
  for (let at = bytes.length - part.length; at >= 0; at -= 1) {
    if (bytes[at] === part[0] && same(bytes.subarray(at, at + part.length), part)) return at
  }
  return -1
}
