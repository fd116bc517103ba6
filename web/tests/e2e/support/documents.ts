import { expect, type Page } from '@playwright/test'
import { png } from './picture'

/** From the personal details to the document page, including the personal data. */
export async function begin(page: Page, lastName: string): Promise<void> {
  await page.goto('/profile/personal-details')
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Identity/ })
    .getByRole('link', { name: 'Verify' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Show a document')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Date of birth').fill('10121990')
  await page.getByLabel('Country of residence').selectOption({ label: 'Ukraine' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Country that issued it')).toHaveValue('UA')
}

/** Uploads a picture. */
export async function choose(page: Page, part: string): Promise<void> {
  const file = { name: `${part}.png`, mimeType: 'image/png', buffer: png() }
  await page.getByLabel(`Choose a file: ${part}`).setInputFiles(file)
}

/** The section of one picture. */
export const shows = (page: Page, part: string) => page.getByRole('region', { name: part })

/** Uploads all pictures and submits them. */
export async function everything(page: Page, parts: readonly string[]): Promise<void> {
  for (const part of parts) await choose(page, part)
  for (const part of parts) await expect(shows(page, part).getByText('Received')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
}
