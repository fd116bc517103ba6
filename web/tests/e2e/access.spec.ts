import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { BTC_ADDRESS, give, openExchange, orderPurchase, orderSale, pick } from './support/exchange'
import { expect, test } from './support/test'

async function clean(page: Page, where: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    const found = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const list = found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    )
    expect(list, `${where}, ${theme}`).toEqual([])
  }
}

test('axe finds nothing on the way to an order', async ({ person: page }) => {
  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '100')
  await clean(page, 'start')
  await page.getByRole('button', { name: /^You receive: / }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await clean(page, 'picker')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/requisites$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await clean(page, 'requisites with an error')
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeEnabled()
  await clean(page, 'confirm')
})

test('axe finds nothing on an order’s pages', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '100')
  await page.getByRole('button', { name: /^Pay / }).click()
  await clean(page, 'card form with errors')
  await page.getByRole('button', { name: 'Sandbox', exact: true }).click()
  await clean(page, 'sandbox panel')
  await page.goto(page.url().replace('/transaction/', '/transaction-details/'))
  await expect(page.getByRole('heading', { name: 'Price' })).toBeVisible()
  await clean(page, 'details')
})

test('axe finds nothing on a page with an address to pay to', async ({ person: page }) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.01')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await clean(page, 'crypto payment')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await clean(page, 'cancel dialog')
})
