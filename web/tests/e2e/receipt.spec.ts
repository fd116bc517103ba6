import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { orderPurchase, payByCard, succeeded } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const RIGHT = 'The receipt is valid. Everything in it is in the signed log'

async function give(page: Page, text: string): Promise<void> {
  const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.getByLabel('Receipt file').setInputFiles(file)
}

test('a receipt is checked on the transaction, saved, and checked again without the site', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await payByCard(page, '4242 4242 4242 4242')
  await succeeded(page)
  await page.goto(page.url().replace('/transaction/', '/transaction-details/'))
  await page.getByRole('button', { name: 'Get and check' }).click()
  // The last change may not be sealed yet.
  await expect(async () => {
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText(RIGHT)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await look(page, 'receipt-on-transaction')
  await clean(page, 'a transaction with its receipt')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the file' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')

  await page.goto('/receipt')
  await give(page, file)
  await expect(page.getByText(RIGHT)).toBeVisible()
  await look(page, 'receipt-right')
  await clean(page, 'a right receipt')

  await give(page, file.replace(/"code": "(\w+)"/, '"code": "x$1"'))
  await expect(page.getByText(/Something was altered: change \d+/)).toBeVisible()
  await look(page, 'receipt-altered')
  await clean(page, 'an altered receipt')

  const receipt = JSON.parse(file)
  delete receipt.changes.at(-1).log
  await give(page, JSON.stringify(receipt))
  await expect(page.getByText(/Correct so far: \d+ of \d+ changes/)).toBeVisible()
  await look(page, 'receipt-unsealed')

  await give(page, '{"format": "agio receipt 1"')
  await expect(page.getByText('This is not a receipt, or it is damaged.')).toBeVisible()

  await page.context().setOffline(true)
  await give(page, file)
  await expect(page.getByText(RIGHT)).toBeVisible()
  await expect(page.getByText(/could not get this site’s key/)).toBeVisible()
  await page.context().setOffline(false)
})
