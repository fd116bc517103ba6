import type { Page } from '@playwright/test'
import { BTC_ADDRESS, orderPurchase, orderSale, sandbox, step } from './support/exchange'
import { look } from './support/look'
import { expect, test } from './support/test'

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Progress of the exchange' })

/** Checks the details of the current order, and then its row among all transactions. */
async function lookOn(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page).toHaveURL(/\/transaction-details\//)
  await expect(page.getByRole('article')).toBeVisible()
  await look(page, `${name}-details`)
}

test('a cancelled order says that nothing was paid, without an alarm and without a step to come', async ({
  person: page,
}) => {
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '250')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  const order = page.getByRole('article')
  await expect(order.getByText('This order was cancelled. Nothing was paid.')).toBeVisible()
  await expect(order.getByText('Ordered, not paid')).toBeVisible()
  await expect(order.getByRole('alert')).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expect(step(page, 'Cancelled')).toBeVisible()
  for (const gone of ['Exchange', 'Sending', 'Completed']) await expect(step(page, gone)).toHaveCount(0)
  await look(page, 'cancelled')
  await lookOn(page, 'cancelled')
  await page.goto('/activity')
  await expect(page.getByText('Not paid', { exact: true })).toBeVisible()
  await look(page, 'cancelled-activity')
})

test('half a payment is the headline, and goes back with its cost, its address and its name', async ({
  person: page,
}) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.01')
  await sandbox(page, 'Underpay')
  await sandbox(page, 'Confirm')
  const panel = page.getByRole('region', { name: 'Less arrived than was ordered' })
  await expect(panel).toBeVisible()
  await expect(page.getByText('Arrived, waits for your decision')).toBeVisible()
  await expect(step(page, 'Your decision')).toBeVisible()
  await expect(step(page, 'Exchange')).toHaveCount(0)
  await look(page, 'half-paid')
  await panel.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment?' })
  await dialog.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const order = page.getByRole('article')
  await expect(order.getByText('Went back to you', { exact: true })).toBeVisible({ timeout: 30_000 })
  for (const fact of ['Paid', 'Refunded', 'Cost of the refund', 'Back to', 'Refund hash', 'Fees taken'])
    await expect(order.getByRole('term').filter({ hasText: new RegExp(`^${fact}$`) })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await look(page, 'refunded')
  await lookOn(page, 'refunded')
  await page.goto('/activity')
  await expect(page.getByText(/^Refund 0\.00/)).toBeVisible()
  await look(page, 'refunded-activity')
})

test('half a bank transfer that is kept is a balance, and no exchange', async ({ person: page }) => {
  await orderPurchase(page, ['EUR', 'Bank transfer'], ['BTC', 'Bitcoin'], '250')
  await sandbox(page, 'Underpay')
  const panel = page.getByRole('region', { name: 'Less arrived than was ordered' })
  await panel.getByRole('button', { name: 'Deposit to balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  const order = page.getByRole('article')
  const head = order.locator('header')
  await expect(head.getByText('On your balance', { exact: true }), 'said once').toHaveCount(1)
  await expect(head).toContainText(/125\.00/)
  await expect(order.getByText('Rate', { exact: true })).toHaveCount(0)
  await expect(step(page, 'Exchange')).toHaveCount(0)
  await look(page, 'deposited')
  await lookOn(page, 'deposited')
})
