import { expect, type Page } from '@playwright/test'

/** Makes the customer of a page a merchant. Returns the link of a new payment of 25 euro, which is for anybody. */
export async function paymentLink(page: Page): Promise<string> {
  await page.goto('/profile/merchant')
  await page.getByLabel('Name that payers see').fill('Bean & Leaf')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: 'New payment' }).click()
  await page.getByLabel('Amount').fill('25')
  await page.getByLabel('What for? The payer reads it.').fill('Two bags of coffee')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = page.getByTestId('payment-link')
  await expect(link).toContainText('/pay/payment#agp_')
  return (await link.textContent()) ?? ''
}
