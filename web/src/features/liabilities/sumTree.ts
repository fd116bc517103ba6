/** Verification of the Merkle sum tree of docs/ledger.md. */
import { type Bytes, integer, Malformed } from '../../domain/proof/bytes'
import { DOMAIN, hash } from '../../domain/proof/tree'

const LEAVES_MIN = 16
const LEAVES_MAX = 2 ** 24
const SUM_END = 1n << 128n

/** A subtree: its hash, and the sum of its leaves, which the hash covers. */
export type Node = { hash: Bytes; sum: bigint }

export async function leafOf(salt: Bytes, owner: Bytes, amount: bigint): Promise<Node> {
  return { hash: await hash(DOMAIN.sumLeaf, [salt, owner, sumBytes(amount)]), sum: amount }
}

async function over(left: Node, right: Node): Promise<Node> {
  const sum = left.sum + right.sum
  const parts = [left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum)]
  // An overflowing sum would be less than its parts.
  if (sum >= SUM_END) throw new Malformed()
  return { hash: await hash(DOMAIN.sumNode, parts), sum }
}

/**
 * Computes the root of a tree with `leaves` leaves from `leaf` at `index` and the nodes of `path`, from the leaf
 * upwards.
 */
export async function rootOf(leaf: Node, index: number, leaves: number, path: readonly Node[]): Promise<Node> {
  const sized = leaves >= LEAVES_MIN && leaves <= LEAVES_MAX && Number.isInteger(Math.log2(leaves))
  const placed = Number.isSafeInteger(index) && index >= 0 && index < leaves
  if (!sized || !placed || 2 ** path.length !== leaves) throw new Malformed()
  let node = leaf
  for (const [level, other] of path.entries()) {
    node = await ((index >> level) % 2 === 0 ? over(node, other) : over(other, node))
  }
  return node
}

/** Parses a sum: a non-negative decimal integer in its only valid form. */
export function sumOf(text: string): bigint {
  if (!/^(0|[1-9]\d{0,38})$/.test(text)) throw new Malformed()
  const sum = BigInt(text)
  if (sum >= SUM_END) throw new Malformed()
  return sum
}

export const sumBytes = (sum: bigint): Bytes => integer(sum, 16)
