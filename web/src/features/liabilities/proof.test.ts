import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { altered, type Json } from '../../domain/proof/altered'
import { check, type Proof } from './proof'
import { coveredPercent, readStatement } from './statement'

/** The fixture of the ledger's own tests. */
const EXAMPLE = readFileSync(new URL('../../../../docs/liabilities-example.json', import.meta.url), 'utf8')
const proof = JSON.parse(EXAMPLE) as Proof

const said = (other: Partial<Proof>) => check(JSON.stringify({ ...proof, ...other }))

describe('a proof of balances', () => {
  it('of the ledger is accepted, by its own key and by a published one', async () => {
    const verdict = await check(EXAMPLE, `${proof.published.key}\n`)
    if (verdict.kind !== 'holds') throw new Error(verdict.kind)
    const balances = [...verdict.balances]
    expect(balances).toEqual([
      ['BTC', 12_345_678n],
      ['EUR', 90_071_992_547_409_930_001n],
      ['PLN', 100n],
    ])
    expect(verdict.statement).toMatchObject({ number: 7, logSize: 20 })
    expect(verdict.statement.lines.map(coveredPercent)).toEqual([404n, 0n, -3n])
    expect((await check(EXAMPLE)).kind).toBe('holds')
    expect(await check(EXAMPLE, proof.published.key.replace('agio', 'other'))).toEqual({ kind: 'other-key' })
  })

  it('of somebody else is not the reader’s, however right it is', async () => {
    const profile = `prf_${proof.owner.replaceAll('-', '')}`
    expect((await check(EXAMPLE, undefined, profile)).kind).toBe('holds')
    expect(await check(EXAMPLE, undefined, profile.replace(/.$/, '2'))).toEqual({ kind: 'other-owner' })
  })

  it('in which anything at all was altered is not', async () => {
    const all = [...altered(proof as unknown as Json)]
    expect(all.length).toBeGreaterThan(60)
    for (const other of all) {
      const text = JSON.stringify(other)
      expect((await check(text)).kind, text).not.toBe('holds')
    }
  })

  it('that shows a part twice, a currency twice, or another person’s is told', async () => {
    const [first, ...rest] = structuredClone(proof.own)
    const part = first?.parts[0]
    if (!first || !part) throw new Error('the example has parts')
    const twice = { ...first, parts: [part, part], balance: String(2n * BigInt(part.amount)) }
    const told = { kind: 'not-included', currency: first.currency }
    expect(await said({ own: [twice, ...rest] })).toEqual(told)
    expect(await said({ own: [first, first] })).toEqual(told)
    expect(await said({ owner: proof.owner.replace('7000', '7001') })).toEqual(told)
    expect(await said({ own: [{ ...first, balance: '0', parts: [] }] })).toMatchObject({ kind: 'holds' })
  })

  it('with a sum below zero or beyond 128 bits is none', async () => {
    for (const sum of ['-1', '+1', '01', '1e3', String(1n << 128n)]) {
      const own = structuredClone(proof.own)
      const node = own[0]?.parts[0]?.path[0]
      if (!node) throw new Error('the example has a path')
      node.sum = sum
      expect(await said({ own }), sum).toEqual({ kind: 'unreadable' })
    }
  })

  it('with other reserves is told, and what is no proof is called so', async () => {
    const { reserves } = proof.published
    const fewer = { ...proof.published, reserves: reserves.slice(1) }
    expect(await said({ published: fewer })).toEqual({ kind: 'other-reserves' })
    for (const text of ['', '{}', '[]', 'null', '"x"', JSON.stringify({ ...proof, own: 5 })]) {
      expect(await check(text), text).toEqual({ kind: 'unreadable' })
    }
    expect(() => readStatement('agio liabilities 1\n')).toThrow()
  })
})
