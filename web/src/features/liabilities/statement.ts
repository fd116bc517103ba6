/** The signed text of a publication of liabilities, read as the ledger writes it (docs/ledger.md). */
import { base64, type Bytes, Malformed } from '../receipt/bytes'

const FORMAT = 'agio liabilities 1'

/** One currency. Figures are in its smallest unit. */
export type Line = { currency: string; leaves: number; root: Bytes; owed: bigint; underWay: bigint; held: bigint }

export type Statement = {
  origin: string
  number: number
  at: string
  logSize: number
  reserves: Bytes
  lines: Line[]
}

export function readStatement(text: string): Statement {
  const [format, origin, head, log, reserves, ...lines] = text.split('\n').slice(0, -1)
  const [, number, at] = /^(\d{1,15}) (\S+)$/.exec(head ?? '') ?? []
  const [, logSize, logRoot] = /^log (\d{1,15}) (\S+)$/.exec(log ?? '') ?? []
  const [, hash] = /^reserves (\S+)$/.exec(reserves ?? '') ?? []
  if (format !== FORMAT || !origin || !number || !at || !logSize || !logRoot || !hash) throw new Malformed()
  const read = lines.map(readLine)
  // By currency, each once: nothing can be said twice in two ways.
  if (read.some((line, n) => n > 0 && line.currency <= (read[n - 1]?.currency ?? ''))) throw new Malformed()
  return { origin, number: Number(number), at, logSize: Number(logSize), reserves: hash32(hash), lines: read }
}

function readLine(text: string): Line {
  const parts = /^([A-Z0-9_]+) (\d{1,8}) (\S+) (\d{1,39}) (\d{1,39}) (-?\d{1,39})$/.exec(text)
  const [, currency, leaves, root, owed, underWay, held] = parts ?? []
  if (!currency || !leaves || !root || !owed || !underWay || !held) throw new Malformed()
  return {
    currency,
    leaves: Number(leaves),
    root: hash32(root),
    owed: BigInt(owed),
    underWay: BigInt(underWay),
    held: BigInt(held),
  }
}

function hash32(text: string): Bytes {
  const bytes = base64(text)
  if (bytes.length !== 32) throw new Malformed()
  return bytes
}

/** How much of what is owed the reserves cover, in whole percent rounded down; nothing when nothing is owed. */
export function coveredPercent({ owed, underWay, held }: Line): bigint | undefined {
  const all = owed + underWay
  if (all === 0n) return undefined
  const share = held * 100n
  // Division of integers cuts towards zero; below it, that would flatter.
  return share < 0n && share % all !== 0n ? share / all - 1n : share / all
}
