import { BTC_ADDRESS, confirm, give, openExchange, orderSale, pick, sandbox, succeeded } from './support/exchange'
import { expect, test } from './support/test'

test('sells Bitcoin to a bank account', async ({ person: page }) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.01')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await sandbox(page, 'Pay')
  await sandbox(page, 'Confirm')
  await succeeded(page)
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page).toHaveURL(/\/transaction-details\/exchange\/ord_/)
  await expect(page.getByText('ES9121000418450200051332')).toBeVisible()
})

test('swaps Ether for Bitcoin', async ({ person: page }) => {
  await openExchange(page, 'Swap')
  await pick(page, 'You pay', 'ETH', 'Ethereum')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '0.2')
  await page.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await confirm(page)
  await sandbox(page, 'Pay')
  await sandbox(page, 'Confirm')
  await succeeded(page)
})

test('a payment that is too small asks its owner, who takes it back', async ({ person: page }) => {
  await orderSale(page, ['BTC', 'Bitcoin'], '0.01')
  await sandbox(page, 'Underpay')
  await sandbox(page, 'Confirm')
  const panel = page.getByRole('region', { name: 'Less arrived than was ordered' })
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment?' })
  await dialog.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Went back to you', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('article').getByText('Refunded', { exact: true }).first()).toBeVisible()
})
