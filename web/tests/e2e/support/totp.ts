import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app with this key, `steps` periods of 30 seconds from now (RFC 6238). */
export function totp(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const seed = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', seed).update(counter).digest()
  const at = (hash[19] ?? 0) & 15
  return ((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).toString().padStart(6, '0')
}
