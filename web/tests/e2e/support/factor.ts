import { expect, type Page } from '@playwright/test'
import { totp } from './totp'

/** Sets up an authenticator app. Returns its key and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile/two-factor-authentication')
  await page.getByRole('link', { name: 'Set up' }).click()
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  const secret = (shown ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  await expect(page.getByText('Save your recovery codes')).toBeVisible()
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{4}-\w{4}-\w{4}-\w{4}$/ })
    .allTextContents()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Turned on')).toBeVisible()
  return { secret, codes }
}
