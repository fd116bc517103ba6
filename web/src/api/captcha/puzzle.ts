import { sha256, TEXT_MAX } from './sha256'

/** A proof of work: find the number below `numbers` whose SHA-256 hash, with the salt before it, is `target`. */
export type Puzzle = { salt: string; target: string; numbers: number }
/** A puzzle with the values that the client returns together with the number. */
export type Given = Puzzle & { action: string; token: string }

/** Four times the server's maximum: a server fault must not keep a phone busy for minutes. */
const NUMBERS_MAX = 2 ** 22

/** Reads the puzzle of a refusal. Returns `undefined` for an unsupported puzzle. */
export function readPuzzle(said: unknown): Given | undefined {
  const { kind, algorithm, action, salt, target, numbers, token } = (said ?? {}) as Record<string, unknown>
  if (kind !== 'proof_of_work' || algorithm !== 'sha256') return undefined
  if (typeof action !== 'string' || typeof token !== 'string') return undefined
  if (typeof salt !== 'string' || !/^[0-9a-f]{32}$/.test(salt)) return undefined
  if (typeof target !== 'string' || !/^[0-9a-f]{64}$/.test(target)) return undefined
  if (typeof numbers !== 'number' || !Number.isInteger(numbers) || numbers < 1 || numbers > NUMBERS_MAX)
    return undefined
  return { action, salt, target, numbers, token }
}

/** Searches the numbers from `from` up to, but not including, `to`. Returns the solution, or `undefined`. */
export function search({ salt, target }: Puzzle, from: number, to: number): number | undefined {
  const wanted = Int32Array.from({ length: 8 }, (_, at) => Number.parseInt(target.slice(at * 8, at * 8 + 8), 16) | 0)
  const block = new DataView(new ArrayBuffer(64))
  const hash = new Int32Array(8)
  const start = write(block, 0, `${salt}.`)
  for (let number = from; number < to; number++) {
    sha256(block, write(block, start, String(number)), hash)
    if (hash[0] === wanted[0] && hash.every((word, at) => word === wanted[at])) return number
  }
  return undefined
}

/** Writes ASCII text into the block and returns the offset after it. */
function write(block: DataView, at: number, text: string): number {
  if (at + text.length > TEXT_MAX) throw new RangeError('a puzzle that does not fit into one block')
  for (let letter = 0; letter < text.length; letter++) block.setUint8(at + letter, text.charCodeAt(letter))
  return at + text.length
}
