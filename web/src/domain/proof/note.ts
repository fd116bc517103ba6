/** Signed notes and checkpoints (C2SP signed-note and tlog-checkpoint), verified with the browser's Ed25519. */
import { type Bytes, base64, concat, Malformed, same, utf8 } from './bytes'

const ED25519 = 1

export type Checkpoint = { origin: string; size: number; root: Bytes }
type Key = { name: string; id: Bytes; bytes: Bytes }

/** The browser cannot verify signatures, so there is no result. */
export class Unsupported extends Error {}

async function keyOf(text: string): Promise<Key> {
  const [name, hash, ...rest] = text.split('+')
  const bytes = base64(rest.join('+'))
  if (!name || /\s/.test(name) || bytes.length !== 33 || bytes[0] !== ED25519) throw new Malformed()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', concat([utf8(name), utf8('\n'), bytes])))
  const id = digest.slice(0, 4)
  const shown = Array.from(id, (each) => each.toString(16).padStart(2, '0')).join('')
  if (shown !== hash) throw new Malformed()
  return { name, id, bytes: bytes.slice(1) }
}

/** Returns the text of `note`, or `undefined` without a valid signature of `key`. Ignores other signatures. */
export async function openNote(note: string, key: string): Promise<string | undefined> {
  const { name, id, bytes } = await keyOf(key)
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw new Malformed()
  const text = note.slice(0, end + 1)
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const parts = /^\u2014 (\S+) (\S+)$/.exec(line)
    if (!parts?.[1] || !parts[2]) throw new Malformed()
    const signature = base64(parts[2])
    if (parts[1] !== name || !same(signature.slice(0, 4), id)) continue
    return (await signed(bytes, signature.slice(4), utf8(text))) ? text : undefined
  }
  return undefined
}

/** Returns the checkpoint in `note`, or `undefined` without a valid signature of `key` for its own log. */
export async function openCheckpoint(note: string, key: string): Promise<Checkpoint | undefined> {
  const text = await openNote(note, key)
  const checkpoint = text === undefined ? undefined : parse(text)
  return checkpoint?.origin === key.split('+')[0] ? checkpoint : undefined
}

async function signed(key: Bytes, signature: Bytes, text: Bytes): Promise<boolean> {
  let imported: CryptoKey
  try {
    imported = await crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify'])
  } catch (cause) {
    throw cause instanceof DOMException && cause.name === 'NotSupportedError' ? new Unsupported() : new Malformed()
  }
  return crypto.subtle.verify({ name: 'Ed25519' }, imported, signature, text)
}

function parse(text: string): Checkpoint {
  const [origin, size, root, ...more] = text.slice(0, -1).split('\n')
  if (!origin || !size || !root || !/^(0|[1-9]\d{0,15})$/.test(size) || more.includes('')) throw new Malformed()
  const bytes = base64(root)
  if (bytes.length !== 32) throw new Malformed()
  return { origin, size: Number(size), root: bytes }
}
