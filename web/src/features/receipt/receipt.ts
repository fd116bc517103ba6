/** Verifies a receipt with the rules of `agio verify --receipt`, without any network request. */
import {
  type Bytes,
  concat,
  hex,
  integer,
  isOf,
  Malformed,
  option,
  same,
  text,
  time,
  uuid,
} from '../../domain/proof/bytes'
import { openCheckpoint } from '../../domain/proof/note'
import { DOMAIN, hash, rootOf } from '../../domain/proof/tree'

const FORMAT = 'agio receipt 1'

type Step = { record: string; version: number; status: string }

export type Transfer = {
  id: string
  kind: string
  code: string
  currency: string
  posted: string
  pending: string
  hold?: string
  expires_at?: string
  debit: string
  credit: string
}

type Change = { id: string; committed_at: string; step?: Step; private: string; transfers: Transfer[] }

export type Shown = {
  transfer: string
  side: 'debit' | 'credit'
  salt: string
  account: string
  version: number
  balance: string
}

export type Proved = {
  change: Change
  shown: Shown[]
  commit: { id: string; committed_at: string; changes: number; position: number; path: string[] }
  log?: { index: number; path: string[] }
}

export type Receipt = { format: string; record: string; key: string; checkpoint?: string; changes: Proved[] }

export type Verdict =
  | { kind: 'holds'; receipt: Receipt; sealed: number; unsealed: number; first: number; size: number | undefined }
  | { kind: 'altered'; change?: number }
  /** The receipt is for another transaction. */
  | { kind: 'other-transaction' }
  | { kind: 'not-signed' }
  | { kind: 'other-key' }
  | { kind: 'incomplete' }
  | { kind: 'unreadable' }

/**
 * Verifies the text of a receipt with `trusted` (a published key), or else with the key in the receipt. Also compares
 * the transaction with `id`, if given.
 */
export async function check(file: string, trusted?: string, id?: string): Promise<Verdict> {
  try {
    const receipt = JSON.parse(file) as Receipt
    const verdict = await checked(receipt, trusted?.trim())
    if (verdict.kind !== 'holds' || id === undefined || isOf(id, receipt.record)) return verdict
    return { kind: 'other-transaction' }
  } catch (cause) {
    // An invalid format fails as a JSON error, a missing field or an invalid value.
    if (cause instanceof Malformed || cause instanceof SyntaxError || cause instanceof TypeError) {
      return { kind: 'unreadable' }
    }
    throw cause
  }
}

async function checked(receipt: Receipt, trusted: string | undefined): Promise<Verdict> {
  if (receipt.format !== FORMAT) throw new Malformed()
  if (trusted && trusted !== receipt.key) return { kind: 'other-key' }
  const { checkpoint: note } = receipt
  const checkpoint = note === undefined ? undefined : await openCheckpoint(note, receipt.key)
  if (note !== undefined && !checkpoint) return { kind: 'not-signed' }
  const first = receipt.changes[0]?.change.step?.version
  const whole = receipt.changes.every(
    ({ change: { step } }, n) => step?.record === receipt.record && step.version === (first ?? 0) + n,
  )
  if (first === undefined || !whole) return { kind: 'incomplete' }
  let sealed = 0
  for (const [n, proved] of receipt.changes.entries()) {
    const leaf = await commitLeaf(proved)
    if (!leaf) return { kind: 'altered', change: n }
    if (!proved.log || !checkpoint) continue
    const path = proved.log.path.map((each) => hex(each, 32))
    const root = await rootOf(leaf, proved.log.index, checkpoint.size, path)
    if (!same(root, checkpoint.root)) return { kind: 'altered', change: n }
    sealed += 1
  }
  return { kind: 'holds', receipt, sealed, unsealed: receipt.changes.length - sealed, first, size: checkpoint?.size }
}

/** The leaf of the change's commit in the log. Returns `undefined` if the change contradicts itself. */
async function commitLeaf({ change, shown, commit }: Proved): Promise<Bytes | undefined> {
  for (const side of shown) {
    const transfer = change.transfers.find((each) => each.id === side.transfer)
    const figures = [integer(side.account, 8), integer(side.version, 8), integer(side.balance, 16)]
    const found = await hash(DOMAIN.side, [hex(side.salt, 16), ...figures])
    if (!transfer || !same(found, hex(transfer[side.side], 32))) return undefined
  }
  if (commit.committed_at !== change.committed_at) return undefined
  const leaf = await hash(DOMAIN.leaf, [changeBytes(change)])
  const path = commit.path.map((each) => hex(each, 32))
  const root = await rootOf(leaf, commit.position, commit.changes, path)
  return hash(DOMAIN.leaf, [
    concat([text('agio commit 1'), uuid(commit.id), integer(commit.changes, 4), time(commit.committed_at), root]),
  ])
}

function changeBytes(change: Change): Bytes {
  return concat([
    text('agio change 1'),
    uuid(change.id),
    time(change.committed_at),
    option(change.step, (step) => concat([uuid(step.record), integer(step.version, 8), text(step.status)])),
    hex(change.private, 32),
    integer(change.transfers.length, 4),
    ...change.transfers.map(transferBytes),
  ])
}

function transferBytes(transfer: Transfer): Bytes {
  return concat([
    uuid(transfer.id),
    text(transfer.kind),
    text(transfer.code),
    text(transfer.currency),
    integer(transfer.posted, 16),
    integer(transfer.pending, 16),
    option(transfer.hold, uuid),
    option(transfer.expires_at, time),
    hex(transfer.debit, 32),
    hex(transfer.credit, 32),
  ])
}
