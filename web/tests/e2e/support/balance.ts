import { expect, type Page } from '@playwright/test'
import { payByCard } from './exchange'

/** Deposits euro to the balance by card, through the pages. */
export async function depositByCard(page: Page, amount: string): Promise<void> {
  await page.goto('/balances/deposit')
  await page.getByLabel('You pay').fill(amount)
  await expect(page.getByLabel('To your balance')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('On your balance', { exact: true }).first()).toBeVisible()
}
