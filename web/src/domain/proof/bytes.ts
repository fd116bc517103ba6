/** The ledger's binary encoding for hashes: fields have a fixed length or a length prefix; numbers are big-endian. */

export type Bytes = Uint8Array<ArrayBuffer>

export function concat(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, n) => byte === b[n])
}

export const byte = (value: number): Bytes => Uint8Array.of(value)

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export function hex(text: string, length: number): Bytes {
  if (text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) throw new Malformed()
  return Uint8Array.from({ length }, (_, n) => Number.parseInt(text.slice(2 * n, 2 * n + 2), 16))
}

export const uuid = (text: string): Bytes => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) throw new Malformed()
  return hex(text.replaceAll('-', ''), 16)
}

/** Whether `id`, such as `ord_…`, has the plain UUID of a document. */
export const isOf = (id: string, plain: string): boolean => id.slice(id.indexOf('_') + 1) === plain.replaceAll('-', '')

export function base64(text: string): Bytes {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) throw new Malformed()
  const letters = atob(text)
  // `atob` ignores unused bits, so two texts could represent the same signature.
  if (btoa(letters) !== text) throw new Malformed()
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}

/** Two's complement in `length` bytes. */
export function integer(value: bigint | number | string, length: 4 | 8 | 16): Bytes {
  if (typeof value === 'string' && !/^-?\d{1,39}$/.test(value)) throw new Malformed()
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Malformed()
  const bits = 8 * length
  const number = BigInt(value)
  if (BigInt.asIntN(bits, number) !== number && BigInt.asUintN(bits, number) !== number) throw new Malformed()
  let rest = BigInt.asUintN(bits, number)
  const bytes = new Uint8Array(length)
  for (let n = length - 1; n >= 0; n--) {
    bytes[n] = Number(rest & 255n)
    rest >>= 8n
  }
  return bytes
}

/** A four-byte length, then UTF-8. */
export function text(value: string): Bytes {
  const bytes = utf8(value)
  return concat([integer(bytes.length, 4), bytes])
}

/** An RFC 3339 time in UTC, as microseconds since 1970. */
export function time(value: string): Bytes {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(value)
  const seconds = parts ? Date.parse(`${parts[1]}Z`) / 1000 : Number.NaN
  if (!parts || Number.isNaN(seconds)) throw new Malformed()
  return integer(BigInt(seconds) * 1_000_000n + BigInt((parts[2] ?? '').padEnd(6, '0')), 8)
}

/** One byte, 0 or 1, then the value if present. */
export function option<T>(value: T | undefined, write: (value: T) => Uint8Array): Bytes {
  return value === undefined ? byte(0) : concat([byte(1), write(value)])
}

/** The file does not have the required format. */
export class Malformed extends Error {}
