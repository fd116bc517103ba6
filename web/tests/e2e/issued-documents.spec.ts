import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { begin, everything } from './support/documents'
import { payByCard } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const rows = (page: Page) => card(page, 'Your documents').getByRole('listitem')

async function verify(page: Page) {
  await begin(page, 'Lovelace')
  await page.getByLabel('Document', { exact: true }).selectOption({ label: 'Identity card' })
  await everything(page, ['Front side', 'Back side', 'Your face'])
  await expect(page.getByText('Your identity is verified')).toBeVisible()
}

async function deposit(page: Page, amount: string) {
  await page.goto('/balances/deposit/EUR')
  await page.getByLabel('You pay').fill(amount)
  await expect(page.getByLabel('To your balance')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
}

/** Asks for the document of the form and downloads it. */
async function made(page: Page, kind: string, format: string): Promise<Buffer> {
  await page.getByLabel('Document', { exact: true }).selectOption({ label: kind })
  // A letter has one format, so there is nothing to choose.
  const choice = page.getByRole('radio', { name: format, exact: true })
  if (kind !== 'Letter of good standing') await choice.check()
  await page.getByRole('button', { name: 'Make the document' }).click()
  const first = rows(page).first()
  await expect(first).toContainText(kind)
  await expect(first).toContainText(format)
  await expect(first.getByText('Ready', { exact: true })).toBeVisible()
  const saving = page.waitForEvent('download')
  await first.getByRole('button', { name: 'Download' }).click()
  return readFile(await (await saving).path())
}

async function give(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('File of the document').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('a verified person makes statements, and anyone can check them', async ({ person: page }) => {
  await test.step('a document needs a verified identity', async () => {
    await page.goto('/profile')
    await page.getByRole('link', { name: /^Documents/ }).click()
    await expect(page.getByText('Documents need a verified identity')).toBeVisible()
    await clean(page, 'documents before the verification')
    await look(page, 'issued-documents-gate')
    await expect(page.getByRole('link', { name: 'Verify your identity' })).toBeVisible()
  })
  await verify(page)
  await deposit(page, '200')

  await page.goto('/profile/documents')
  await expect(page.getByText('No documents yet')).toBeVisible()
  await clean(page, 'no documents')
  await look(page, 'issued-documents-empty')
  const pdf = await made(page, 'Account statement', 'PDF')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const csv = await made(page, 'Account statement', 'CSV')
  expect(csv.toString()).toContain('EUR')
  const sheet = await made(page, 'Wallet statement', 'XLSX')
  expect(sheet.subarray(0, 2).toString()).toBe('PK')
  await made(page, 'Letter of good standing', 'PDF')
  await clean(page, 'documents')
  await look(page, 'issued-documents')

  await page.goto('/verify-document')
  await expect(page.getByRole('heading', { name: 'Check a document', level: 1 })).toBeVisible()
  await look(page, 'verify-document')
  await clean(page, 'the check of documents')
  for (const [name, file] of [
    ['a.pdf', pdf],
    ['a.csv', csv],
    ['a.xlsx', sheet],
  ] as const) {
    await give(page, name, file)
    await expect(page.getByText('Match.', { exact: true })).toBeVisible()
    const changed = Buffer.from(file)
    const middle = changed.length >> 1
    changed[middle] = (changed[middle] ?? 0) ^ 1
    await give(page, name, changed)
    await expect(page.getByText('No match.', { exact: true })).toBeVisible()
  }
  await look(page, 'verify-document-no-match')
  await page.getByLabel('Code of the document').fill('0000-0000-0000-0000')
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByText('We have no document with this code.')).toBeVisible()
  await expect(page.getByText('No match.', { exact: true })).toHaveCount(0)
  await look(page, 'verify-document-no-code')

  await page.context().setOffline(true)
  await give(page, 'a.pdf', pdf)
  await expect(page.getByText('Match.', { exact: true })).toBeVisible()
  await expect(page.getByText('Sandbox. Not real money.')).toBeVisible()
  await look(page, 'verify-document-match')
  await page.context().setOffline(false)
})
