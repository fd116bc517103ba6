import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { keptOnBalance, orderPurchase, sandbox } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const INCLUDED = /^Your balances as of .* are included, to the last unit\. The signature is valid\.$/

/** Adds 100 euro to the balance: a duplicate payment, which the customer deposits. */
async function receiveMoney(page: Page): Promise<void> {
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '100')
  await sandbox(page, 'Pay twice')
  await page.getByRole('link', { name: 'Open it' }).click()
  const panel = page.getByRole('region', { name: 'The payment arrived twice' })
  await panel.getByRole('button', { name: 'Deposit to balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await keptOnBalance(page)
}

/** Passes every response with the proof through `change`. */
async function alter(page: Page, change: (text: string) => string): Promise<void> {
  await page.route('**/api/client/v1/liabilities', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
}

test('a person sees that their balance is part of what is owed, and a false proof is told', async ({
  person: page,
}) => {
  await receiveMoney(page)
  await page.goto('/balances')
  await page.getByRole('link', { name: /^Proof of balances/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Proof of balances')
  // The publication is older than this money.
  await expect(page.getByText(/^You had no balance on /)).toBeVisible()
  await expect(page.getByText(/^Your balances have changed since\./)).toBeVisible()
  await look(page, 'proof-before')
  await clean(page, 'a proof from before')

  await page.getByRole('button', { name: 'Publish now (sandbox)' }).click()
  await expect(page.getByText(INCLUDED)).toBeVisible()
  await expect(page.getByText(/^Your balances have changed since\./)).toBeHidden()
  const euro = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Euro' }) })
  await expect(euro.getByText('Included', { exact: true })).toBeVisible()
  await expect(euro.locator('div').filter({ hasText: /^Your balance then/ })).toContainText('100.00')
  await look(page, 'proof-included')
  await clean(page, 'a proof that holds')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the file' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({
    format: 'agio proof of balances 1',
    own: [{ currency: 'EUR', balance: '10000' }],
  })

  // Simulates an attacker or a dishonest platform that reports a smaller balance.
  await alter(page, (text) => text.replace('"balance":"10000"', '"balance":"9999"'))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Your balance in EUR is not part of the published total\./)
  await look(page, 'proof-false')
  await clean(page, 'a proof that fails')
  await page.unroute('**/api/client/v1/liabilities')
  await alter(page, (text) => text.replace(/ (\d+) (\d+) (\d+)\\n\\n/, ' $1 $2 9$3\\n\\n'))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^The signature is invalid/)
  await page.unroute('**/api/client/v1/liabilities')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText(INCLUDED)).toBeVisible()
})

test('the page says when one is offline, and goes on by itself', async ({ person: page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: /^Proof of balances/ })).toBeVisible()
  // The page is loaded, and its request is pending when the connection fails.
  await page.route('**/api/client/v1/liabilities', () => undefined)
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Proof of balances/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Proof of balances')
  await page.goBack()
  await page.unroute('**/api/client/v1/liabilities')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: /^Proof of balances/ }).click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  // The page retries automatically.
  await page.context().setOffline(false)
  await expect(page.getByText(/^You had no balance on /)).toBeVisible()
})
