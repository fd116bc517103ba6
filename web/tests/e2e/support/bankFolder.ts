import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** A bank that is a folder of files. The test is its transfer program, and the bank behind it. */
export type BankFolder = {
  path: string
  /** Takes the next payment file (pain.001) out of the folder. */
  takes: () => Promise<string>
  /** Puts a statement (camt.053) into the folder. */
  brings: (statement: string) => Promise<void>
  remove: () => Promise<void>
}

export async function makeBankFolder(): Promise<BankFolder> {
  const path = await mkdtemp(join(tmpdir(), 'agio-bank-'))
  for (const part of ['incoming', 'outgoing']) await mkdir(join(path, part))
  const outgoing = join(path, 'outgoing')
  return {
    path,
    takes: async () => {
      await expect.poll(() => readdir(outgoing), { timeout: 60_000 }).toHaveLength(1)
      const [name = ''] = await readdir(outgoing)
      const content = await readFile(join(outgoing, name), 'utf8')
      await rm(join(outgoing, name))
      return content
    },
    brings: async (statement) => {
      const unfinished = join(path, 'incoming', 'statement.part')
      await writeFile(unfinished, statement)
      // As if it had been there for a minute.
      const before = new Date(Date.now() - 60_000)
      await utimes(unfinished, before, before)
      await rename(unfinished, join(path, 'incoming', 'statement.xml'))
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

/** The text of the only element with this name. */
function only(xml: string, name: string): string {
  const found = [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '')
  expect(found, name).toHaveLength(1)
  return found[0] ?? ''
}

/** The statement in which the bank has made the only payment of a payment file. */
export function debitOf(file: string, account: string): string {
  const [amount, id] = [only(file, 'InstdAmt'), only(file, 'EndToEndId')]
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-27T18:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>2026-331</Id><CreDtTm>2026-11-27T18:00:00Z</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`
}
