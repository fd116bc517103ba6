import { expect, type Page } from '@playwright/test'

/** The dialog with the questions about the originator. */
export const ASKED_WHO = 'Where the coins come from'

/** Declares the customer's own account at a service as the originator, and waits for the order. */
export async function sendFromKraken(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: ASKED_WHO })
  await drawer.getByRole('radio', { name: 'I do' }).check()
  await drawer.getByRole('radio', { name: 'A service' }).check()
  await drawer.getByLabel('Name of the service').fill('Kraken')
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)
}
