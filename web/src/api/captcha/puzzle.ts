import { sha256, TEXT_MAX } from './sha256'

/** What the server asks to be worked out: which of the numbers below `numbers` has the hash `target` behind the salt. */
export type Puzzle = { salt: string; target: string; numbers: number }
/** With what goes back beside the number. */
export type Given = Puzzle & { action: string; token: string }

/** Four times the most that the server asks for: a fault there must not keep a phone busy for minutes. */
const NUMBERS_MAX = 2 ** 22

/** The puzzle of a refusal, if it is one that we know how to solve. */
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

/** Tries the numbers from `from` to below `to`, and gives the one that is right. */
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

/** Writes letters of ASCII into the block, and says where they end. */
function write(block: DataView, at: number, text: string): number {
  if (at + text.length > TEXT_MAX) throw new RangeError('a puzzle that does not fit into one block')
  for (let letter = 0; letter < text.length; letter++) block.setUint8(at + letter, text.charCodeAt(letter))
  return at + text.length
}
