import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { because, invitation, join, proposal } from './support/operator'
import { LIVE_PORT } from './support/ports'
import { startServer } from './support/server'
import { addLiveTenant } from './support/tenant'
import { expect, test } from './support/test'

const OWN = 'DE02120300000000202051'
const BANK = { AGIO_BANK_NORTH_HOLDER: 'North Bank', AGIO_BANK_NORTH_BIC: 'BYLADEM1001', AGIO_BANK_NORTH_EUR_IBAN: OWN }
const url = `http://north.localhost:${LIVE_PORT}`

const balance = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

/** A day's statement without entries. */
const quietDay = (number: number, amount: string) => {
  const day = `2026-11-${number}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>Q${number}</MsgId><CreDtTm>${day}T18:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>${day}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>${day}T18:00:00Z</CreDtTm>
<Acct><Id><IBAN>${OWN}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', amount, day)}${balance('CLBD', amount, day)}</Stmt></BkToCstmrStmt></Document>`
}

/** A statement (camt.053) with a payment that names nobody, the bank's own fee, and a total of unnamed payers. */
const statement = (account: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-27T06:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>2026-331</Id><CreDtTm>2026-11-27T06:00:00Z</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">1217.40</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ada Lovelace</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>for the flat</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">4.90</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>B2</AcctSvcrRef></Ntry>
<Ntry><Amt Ccy="EUR">318.05</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>B3</AcctSvcrRef><AddtlNtryInf>Collective credit</AddtlNtryInf></Ntry>
</Stmt></BkToCstmrStmt></Document>`

const file = (content: string) => ({ name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(content) })

test.use({ baseURL: url })

test('an operator of a bank reads a statement once, and what names nobody waits in the work list', async ({
  page,
  browser,
}) => {
  const server = await startServer(LIVE_PORT, BANK)
  try {
    addLiveTenant('north', server.data)
    await join(page, invitation('tom@bank.example', 'treasury_operator', { tenant: 'north', url, data: server.data }))
    const pat = await (await browser.newContext({ baseURL: url })).newPage()
    await join(pat, invitation('pat@bank.example', 'treasury_approver', { tenant: 'north', url, data: server.data }))
    await readsOnce(page, pat)
    await decides(page)
    await seesGapsAndFiles(page)
  } finally {
    await server.stop()
  }
})

/** A second operator sees what the uploaded statement books, and confirms it. */
async function confirms(pat: Page): Promise<void> {
  await pat.getByRole('link', { name: /Approvals/ }).click()
  const asked = proposal(pat, 'tom@bank.example')
  for (const shown of ['2026-331', '1,535.45', '4.90', 'Match nothing']) await expect(asked).toContainText(shown)
  await look(pat, 'console-bank-confirm')
  await clean(pat, 'console, a bank statement to confirm')
  await asked.getByRole('button', { name: 'Approve' }).click()
  await because(pat, 'Approve', 'it is the statement of the bank')
  await expect(pat.getByText('Done. It is in the audit log.')).toBeVisible()
}

async function readsOnce(page: Page, pat: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bank' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bank' })).toBeVisible()
  await expect(page.getByText('No payment waits.')).toBeVisible()
  await expect(page.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible()
  const upload = page.getByLabel('Statement file')
  await upload.setInputFiles(file(statement(OWN)))
  await expect(page.getByText('A second operator has to confirm it before it is booked.')).toBeVisible()
  await expect(page.getByText('1 payment in · 2 to look at').first()).toBeVisible()
  await look(page, 'console-bank-uploaded')
  await confirms(pat)
  await page.reload()
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

/** The fee is done, and the total is a payment that nobody has identified yet. Each is decided once. */
async function decides(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bank' }).click()
  const table = page.getByRole('table', { name: 'To look at' })
  const act = async (row: string, name: string, reason: string) => {
    await table.getByRole('row').filter({ hasText: row }).getByRole('button', { name }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('textbox').fill(reason)
    await look(page, `console-bank-${name.toLowerCase().replaceAll(' ', '-')}`)
    await panel.getByRole('button', { name }).click()
    await expect(panel.getByText('Done. It is in the audit log.')).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).last().click()
    await expect(panel).toBeHidden()
    await expect(table.getByRole('row').filter({ hasText: row })).toHaveCount(0)
  }
  await expect(table.getByRole('row').filter({ hasText: '4.90' }).getByRole('button')).toHaveText(['Done'])
  await act('4.90', 'Done', 'the monthly fee of the account')
  await act('318.05', 'Take as a payment', 'the bank lists one payer by telephone')
  await page.getByRole('link', { name: /^Work list/ }).click()
  await expect(page.getByText('318.05').first()).toBeVisible()
}

/** A missing statement is named, and the file of a statement is the bank's. */
async function seesGapsAndFiles(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bank' }).click()
  const upload = page.getByLabel('Statement file')
  const statements = page.getByRole('table', { name: 'Statements' })
  await upload.setInputFiles(file(quietDay(11, '100.00')))
  await expect(statements).toContainText('2026-11-11')
  await upload.setInputFiles(file(quietDay(13, '120.00')))
  await expect(statements).toContainText('2026-11-13')
  await upload.setInputFiles(file(quietDay(15, '120.00')))
  await expect(page.getByText('Statement 14 is missing. The balances before and after it agree.')).toBeVisible()
  await expect(page.getByText('Statement 12 is missing: the balance jumps from 100.00 € to 120.00 €.')).toBeVisible()
  await look(page, 'console-bank-gap')
  await clean(page, 'console, bank with a gap')
  const row = statements.getByRole('row').filter({ hasText: '2026-11-13' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe(quietDay(13, '120.00'))
}
