import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { altered, type Json } from '../../domain/proof/altered'
import { check, type Receipt } from './receipt'

/** The fixture of the ledger's own tests. */
const EXAMPLE = readFileSync(new URL('../../../../docs/receipt-example.json', import.meta.url), 'utf8')
const receipt = JSON.parse(EXAMPLE) as Receipt

describe('a receipt', () => {
  it('of the ledger is accepted, by its own key and by a published one', async () => {
    const verdict = { kind: 'holds', sealed: 2, unsealed: 1, first: 1, size: 20 }
    expect(await check(EXAMPLE)).toMatchObject(verdict)
    expect(await check(EXAMPLE, `${receipt.key}\n`)).toMatchObject(verdict)
    expect(await check(EXAMPLE, receipt.key.replace('agio', 'other'))).toEqual({ kind: 'other-key' })
  })

  it('of another transaction is not this one’s, however right it is', async () => {
    const id = `ord_${receipt.record.replaceAll('-', '')}`
    expect(await check(EXAMPLE, undefined, id)).toMatchObject({ kind: 'holds' })
    expect(await check(EXAMPLE, undefined, id.replace(/.$/, '2'))).toEqual({ kind: 'other-transaction' })
  })

  it('in which anything at all was altered is not', async () => {
    // An unsealed change is not yet proved by the log.
    const sealed = { ...receipt, changes: receipt.changes.filter((each) => each.log) }
    expect((await check(JSON.stringify(sealed))).kind).toBe('holds')
    const all = [...altered(sealed as unknown as Json)]
    expect(all.length).toBeGreaterThan(60)
    for (const other of all) {
      const text = JSON.stringify(other)
      expect((await check(text)).kind, text).not.toBe('holds')
    }
  })

  it('without one of its changes, or with one twice, is told', async () => {
    const of = (changes: Receipt['changes']) => check(JSON.stringify({ ...receipt, changes }))
    expect(await of([])).toEqual({ kind: 'incomplete' })
    expect(await of([...receipt.changes, ...receipt.changes])).toEqual({ kind: 'incomplete' })
    expect(await of(receipt.changes.slice(1))).toMatchObject({ kind: 'holds', first: 2 })
  })

  it('that nothing was signed for yet is new, and one that is no receipt is called so', async () => {
    const changes = receipt.changes.map(({ log: _, ...rest }) => rest)
    const { checkpoint: _, ...rest } = { ...receipt, changes }
    expect(await check(JSON.stringify(rest))).toMatchObject({ kind: 'holds', sealed: 0, unsealed: 3, size: undefined })
    for (const text of ['', '{}', '[]', 'null', '"x"', JSON.stringify({ ...receipt, changes: 5 })]) {
      expect(await check(text), text).toEqual({ kind: 'unreadable' })
    }
  })
})
