import { expect, type Page } from '@playwright/test'
import { atRequisites, payByCard } from './exchange'

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

/** Opens the page of a currency and waits for the amounts of its balance. */
export async function holds(page: Page, currency: string, total: string | RegExp, reserved = /^0(\.0+)?\s/) {
  await page.goto(`/balances/${currency}`)
  const part = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(part('Total')).toHaveText(total)
  await expect(part('Reserved by orders')).toHaveText(reserved)
}

/** From an amount that can be withdrawn to the confirmation, with a bank account. */
export async function toBankAccount(page: Page, iban: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await atRequisites(page)
  await page.getByLabel(/^IBAN of your \w+ account$/).fill(iban)
  await page.getByLabel('Full name of the account’s owner').fill('Olena Kovalenko')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
}
