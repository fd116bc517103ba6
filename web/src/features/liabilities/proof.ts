/** Verifies a proof of liabilities with the rules of `agio verify --liabilities`, without any network request. */
import { type Bytes, concat, hex, integer, isOf, Malformed, option, same, text, uuid } from '../../domain/proof/bytes'
import { openNote } from '../../domain/proof/note'
import { DOMAIN, hash } from '../../domain/proof/tree'
import { type Line, readStatement, type Statement } from './statement'
import { leafOf, type Node, rootOf, sumBytes, sumOf } from './sumTree'

const FORMAT = 'agio proof of balances 1'

type Address = { address: string; amount: string }
export type Reserve = { rail: string; currency: string; booked: string; addresses?: Address[] }
type Part = { salt: string; amount: string; index: number; path: { hash: string; sum: string }[] }
export type Own = { currency: string; balance: string; parts: Part[] }

export type Proof = {
  format: string
  owner: string
  published: { key: string; note: string; reserves: Reserve[] }
  own: Own[]
}

export type Verdict =
  | { kind: 'holds'; proof: Proof; statement: Statement; balances: Map<string, bigint> }
  /** The balance of a currency is not part of the signed total. */
  | { kind: 'not-included'; currency: string }
  /** The proof is for another owner. */
  | { kind: 'other-owner' }
  | { kind: 'other-reserves' }
  | { kind: 'not-signed' }
  | { kind: 'other-key' }
  | { kind: 'unreadable' }

/**
 * Verifies the text of a proof with `trusted` (a published key), or else with the key in the proof. Also compares the
 * owner with `profile`, if given: otherwise two customers with the same balances could be given the same leaves.
 */
export async function check(file: string, trusted?: string, profile?: string): Promise<Verdict> {
  try {
    const proof = JSON.parse(file) as Proof
    const verdict = await checked(proof, trusted?.trim())
    if (verdict.kind !== 'holds' || profile === undefined || isOf(profile, proof.owner)) return verdict
    return { kind: 'other-owner' }
  } catch (cause) {
    if (cause instanceof Malformed || cause instanceof SyntaxError || cause instanceof TypeError) {
      return { kind: 'unreadable' }
    }
    throw cause
  }
}

async function checked(proof: Proof, trusted: string | undefined): Promise<Verdict> {
  if (proof.format !== FORMAT) throw new Malformed()
  const { key, note, reserves } = proof.published
  if (trusted && trusted !== key) return { kind: 'other-key' }
  const signed = await openNote(note, key)
  if (signed === undefined) return { kind: 'not-signed' }
  const statement = readStatement(signed)
  if (statement.origin !== key.split('+')[0]) return { kind: 'not-signed' }
  if (!(await hasReserves(statement, reserves))) return { kind: 'other-reserves' }
  const balances = new Map<string, bigint>()
  for (const own of proof.own) {
    const line = statement.lines.find((each) => each.currency === own.currency)
    // A repeated currency would show one part of the total twice.
    if (!line || balances.has(own.currency) || !(await isIncluded(proof.owner, own, line))) {
      return { kind: 'not-included', currency: own.currency }
    }
    balances.set(own.currency, sumOf(own.balance))
  }
  return { kind: 'holds', proof, statement, balances }
}

/** Whether the list of reserves matches its signed hash and the signed totals. */
async function hasReserves(statement: Statement, reserves: readonly Reserve[]): Promise<boolean> {
  const list = concat([text('agio reserves 1'), integer(reserves.length, 4), ...reserves.map(reserveBytes)])
  if (!same(await hash(DOMAIN.leaf, [list]), statement.reserves)) return false
  const held = new Map<string, bigint>()
  for (const reserve of reserves) {
    held.set(reserve.currency, (held.get(reserve.currency) ?? 0n) + heldAt(reserve))
  }
  const told = new Set(statement.lines.map(({ currency }) => currency))
  return (
    [...held.keys()].every((currency) => told.has(currency)) &&
    statement.lines.every((line) => (held.get(line.currency) ?? 0n) === line.held)
  )
}

/** The amount that counts: the on-chain amounts where addresses are given, otherwise the ledger's amount. */
export function heldAt({ booked, addresses }: Reserve): bigint {
  return addresses ? addresses.reduce((sum, { amount }) => sum + sumOf(amount), 0n) : BigInt(booked)
}

function reserveBytes({ rail, currency, booked, addresses }: Reserve): Bytes {
  const list = (all: Address[]) =>
    concat([integer(all.length, 4), ...all.flatMap(({ address, amount }) => [text(address), sumBytes(sumOf(amount))])])
  return concat([text(rail), text(currency), integer(booked, 16), option(addresses, list)])
}

async function isIncluded(owner: string, own: Own, line: Line): Promise<boolean> {
  const places = new Set<number>()
  let sum = 0n
  for (const part of own.parts) {
    const amount = sumOf(part.amount)
    const leaf = await leafOf(hex(part.salt, 32), uuid(owner), amount)
    const path = part.path.map((node): Node => ({ hash: hex(node.hash, 32), sum: sumOf(node.sum) }))
    const fits = places.has(part.index) ? undefined : await rootOf(leaf, part.index, line.leaves, path)
    // A repeated leaf would count twice here but once in the total.
    if (!fits || fits.sum !== line.owed || !same(fits.hash, line.root)) return false
    places.add(part.index)
    sum += amount
  }
  return sum === sumOf(own.balance)
}
