/** Verification of the Merkle tree of RFC 6962, with SHA-256. */
import { type Bytes, byte, concat, Malformed } from './bytes'

/** The domain separators, which are the first byte of the hashed data (docs/ledger.md). */
export const DOMAIN = { leaf: 0, node: 1, side: 2, sumLeaf: 6, sumNode: 7 } as const

export async function hash(domain: number, parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concat([byte(domain), ...parts])))
}

/**
 * Computes the root of a tree with `size` leaves from `leaf` at `index` and the hashes of `path`, from the leaf
 * upwards.
 */
export async function rootOf(leaf: Bytes, index: number, size: number, path: readonly Bytes[]): Promise<Bytes> {
  const whole = [index, size].every(Number.isSafeInteger) && index >= 0 && index < size
  const sides = whole ? sidesOf(index, size) : []
  if (!whole || sides.length !== path.length) throw new Malformed()
  let root = leaf
  for (const [n, other] of path.entries()) {
    root = await hash(DOMAIN.node, sides[n] === 'right' ? [root, other] : [other, root])
  }
  return root
}

/**
 * The side of the sibling at each level, from the leaf upwards. A tree splits at the largest power of two below its
 * size.
 */
function sidesOf(index: number, size: number): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    let half = 1
    while (half * 2 < end - start) half *= 2
    if (index < start + half) {
      sides.push('right')
      end = start + half
    } else {
      sides.push('left')
      start += half
    }
  }
  return sides.reverse()
}
