import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { invitation, join } from './support/operator'
import { LIVE_PORT } from './support/ports'
import { startServer } from './support/server'
import { addLiveTenant } from './support/tenant'
import { expect, test } from './support/test'

const OWN = 'DE02120300000000202051'
const BANK = { AGIO_BANK_NORTH_HOLDER: 'North Bank', AGIO_BANK_NORTH_BIC: 'BYLADEM1001', AGIO_BANK_NORTH_EUR_IBAN: OWN }
const url = `http://north.localhost:${LIVE_PORT}`

/** A statement (camt.053) with a payment that names nobody and the bank's own fee. */
const statement = (account: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-27T06:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>2026-331</Id><CreDtTm>2026-11-27T06:00:00Z</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">1217.40</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ada Lovelace</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>for the flat</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">4.90</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>B2</AcctSvcrRef></Ntry>
</Stmt></BkToCstmrStmt></Document>`

const file = (content: string) => ({ name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(content) })

test.use({ baseURL: url })

test('an operator of a bank reads a statement once, and what names nobody waits in the work list', async ({ page }) => {
  const server = await startServer(LIVE_PORT, BANK)
  try {
    addLiveTenant('north', server.data)
    await join(page, invitation('tom@bank.example', 'treasury_operator', { tenant: 'north', url, data: server.data }))
    await readsOnce(page)
  } finally {
    await server.stop()
  }
})

async function readsOnce(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bank' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bank' })).toBeVisible()
  await expect(page.getByText('No payment waits.')).toBeVisible()
  await expect(page.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible()
  const upload = page.getByLabel('Statement file')
  await upload.setInputFiles(file(statement(OWN)))
  await expect(page.getByText('1 payment in · 1 to look at').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'To look at' })).toContainText('4.90')
  await look(page, 'console-bank')
  await clean(page, 'console, bank')

  await upload.setInputFiles(file(statement(OWN)))
  await expect(page.getByText('Nothing new').first()).toBeVisible()
  await upload.setInputFiles(file(statement('ES9121000418450200051332')))
  await expect(page.getByRole('alert')).toContainText('ES9121000418450200051332')
  await upload.setInputFiles(file('<Document>\n<oops>'))
  await expect(page.getByRole('alert')).toContainText(/line 2/i)
  await look(page, 'console-bank-refused')
  await expect(page.getByRole('table', { name: 'Statements' }).getByRole('row')).toHaveCount(3)

  await page.getByRole('link', { name: /^Work list/ }).click()
  await expect(page.getByText('1,217.40').first()).toBeVisible()
}
