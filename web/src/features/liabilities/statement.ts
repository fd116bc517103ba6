/** Parses the signed text of a publication of liabilities (format: docs/ledger.md). */
import { base64, type Bytes, Malformed } from '../../domain/proof/bytes'

const FORMAT = 'agio liabilities 1'

/** The figures of one currency, in its smallest unit. */
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
  // Sorted by currency without duplicates, so that each statement has exactly one representation.
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

/** The coverage by reserves in whole percent, rounded down. Returns `undefined` without liabilities. */
export function coveredPercent({ owed, underWay, held }: Line): bigint | undefined {
  const all = owed + underWay
  if (all === 0n) return undefined
  const share = held * 100n
  // BigInt division truncates towards zero, which would round a negative share up.
  return share < 0n && share % all !== 0n ? share / all - 1n : share / all
}
