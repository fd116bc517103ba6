import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { give, openExchange, orderPurchase, orderSale, payByCard, pick, sandbox, succeeded } from './support/exchange'
import { openCustomer, operator } from './support/operator'
import { expect, signIn, test } from './support/test'

/**
 * Takes the screenshots for docs/screens from the running product: `AGIO_SCREENS=1 npx playwright test screens`.
 * Skipped without the variable, so that a test run never changes files of the repository.
 */
const folder = resolve(import.meta.dirname, '../../../docs/screens')
test.skip(!process.env.AGIO_SCREENS, 'pictures are made on request')

const theme = (page: Page, name: 'light' | 'dark') =>
  page.evaluate((value) => {
    document.documentElement.dataset.theme = value
  }, name)

async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  await mkdir(folder, { recursive: true })
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.screenshot({ path: resolve(folder, `${name}.png`), fullPage })
}

test('the main screens', async ({ page }) => {
  await signIn(page, 'olena@example.test')
  // All amounts are within the limits of an unverified customer.
  await orderSale(page, ['BTC', 'Bitcoin'], '0.004')
  await sandbox(page, 'Pay')
  await page.getByRole('button', { name: 'Sandbox', exact: true }).click()
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await expect(page.getByRole('button', { name: /^Pay \d/ })).toBeVisible()
  await picture(page, 'pay-by-card')

  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'LTC', 'Litecoin')
  await give(page, '250.00')
  await expect(page.getByText('In progress', { exact: true })).toBeVisible()
  await picture(page, 'exchange-light')
  await theme(page, 'dark')
  await picture(page, 'exchange-dark')
  await theme(page, 'light')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'exchange-phone')
})

test('a finished order', async ({ page }) => {
  await signIn(page, 'marek@example.test')
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await payByCard(page, '4242 4242 4242 4242')
  await succeeded(page)
  await picture(page, 'transaction-light')
  await theme(page, 'dark')
  await picture(page, 'transaction-dark')
})

test('a customer in the console', async ({ page, browser }) => {
  await signIn(page, 'lena@example.test')
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await payByCard(page, '4242 4242 4242 4242')
  await succeeded(page)
  const officer = await operator(browser, 'olga@bank.example', 'compliance_officer')
  await openCustomer(officer, 'lena@example.test')
  await officer.getByRole('button', { name: 'Not now' }).click()
  await expect(officer.getByRole('heading', { name: 'Limits' })).toBeVisible()
  await expect(officer.getByText('No transactions yet')).toHaveCount(0)
  await picture(officer, 'console-light', true)
})
