/** The first 32 fractional bits of the square and cube roots of the first primes: the constants of SHA-256. */
function roots(count: number, exponent: number): Int32Array {
  const bits: number[] = []
  for (let number = 2; bits.length < count; number++) {
    if (hasDivisor(number)) continue
    const root = number ** exponent
    bits.push((root - Math.floor(root)) * 2 ** 32)
  }
  return Int32Array.from(bits, (each) => each | 0)
}

function hasDivisor(number: number): boolean {
  for (let by = 2; by * by <= number; by++) if (number % by === 0) return true
  return false
}

const START = roots(8, 1 / 2)
const ROUNDS = roots(64, 1 / 3)
const words = new Int32Array(64)

/** The longest text, in bytes, that fits into one block together with the padding and the length. */
export const TEXT_MAX = 55

/**
 * Computes the SHA-256 of a text of `length` bytes in a 64-byte block. Overwrites the rest of the block. Web Crypto
 * returns a promise for each hash, which is far slower for short texts, and exists only on HTTPS pages.
 */
export function sha256(block: DataView, length: number, hash: Int32Array): void {
  for (let at = length; at < 64; at++) block.setUint8(at, 0)
  block.setUint8(length, 0x80)
  block.setUint16(62, length * 8)
  for (let at = 0; at < 16; at++) words[at] = block.getInt32(at * 4)
  extend()
  mix(hash)
}

function extend(): void {
  for (let at = 16; at < 64; at++) {
    const far = words[at - 15] as number
    const near = words[at - 2] as number
    const first = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3)
    const second = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10)
    words[at] = (words[at - 16] as number) + first + (words[at - 7] as number) + second
  }
}

function mix(hash: Int32Array): void {
  // Variables instead of an array: this is the hot loop.
  let a = START[0] as number
  let b = START[1] as number
  let c = START[2] as number
  let d = START[3] as number
  let e = START[4] as number
  let f = START[5] as number
  let g = START[6] as number
  let h = START[7] as number
  for (let at = 0; at < 64; at++) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUNDS[at] as number) + (words[at] as number)) | 0
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  hash[0] = (START[0] as number) + a
  hash[1] = (START[1] as number) + b
  hash[2] = (START[2] as number) + c
  hash[3] = (START[3] as number) + d
  hash[4] = (START[4] as number) + e
  hash[5] = (START[5] as number) + f
  hash[6] = (START[6] as number) + g
  hash[7] = (START[7] as number) + h
}
