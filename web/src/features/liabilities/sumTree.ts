/** The Merkle sum tree of docs/ledger.md, as far as checking needs it. */
import { type Bytes, integer, Malformed } from '../receipt/bytes'
import { DOMAIN, hash } from '../receipt/tree'

const LEAVES_MIN = 16
const LEAVES_MAX = 2 ** 24
const SUM_END = 1n << 128n

/** A subtree: what its leaves add up to, and the hash that says so. */
export type Node = { hash: Bytes; sum: bigint }

export async function leafOf(salt: Bytes, owner: Bytes, amount: bigint): Promise<Node> {
  return { hash: await hash(DOMAIN.sumLeaf, [salt, owner, sumBytes(amount)]), sum: amount }
}

async function over(left: Node, right: Node): Promise<Node> {
  const sum = left.sum + right.sum
  const parts = [left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum)]
  // A sum that runs over would stand for less than its parts.
  if (sum >= SUM_END) throw new Malformed()
  return { hash: await hash(DOMAIN.sumNode, parts), sum }
}

/** The root of the tree of `leaves` in which `leaf` is number `index`, by the nodes of `path` from the leaf upwards. */
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

/** A sum as the file writes it: never negative, and in no other letters. */
export function sumOf(text: string): bigint {
  if (!/^(0|[1-9]\d{0,38})$/.test(text)) throw new Malformed()
  const sum = BigInt(text)
  if (sum >= SUM_END) throw new Malformed()
  return sum
}

export const sumBytes = (sum: bigint): Bytes => integer(sum, 16)
