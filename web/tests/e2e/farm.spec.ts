import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { depositByCard } from './support/balance'
import { begin, everything } from './support/documents'
import { look } from './support/look'
import { agrees, operator } from './support/operator'
import { expect, test } from './support/test'

// The time limit of this file: 120 s.

/** Verifies the identity with a document. */
async function verify(page: Page) {
  await begin(page, 'Lovelace')
  await page.getByLabel('Document', { exact: true }).selectOption({ label: 'Identity card' })
  await everything(page, ['Front side', 'Back side', 'Your face'])
  await expect(page.getByText('Your identity is verified')).toBeVisible()
}

test('a customer gets points for a visit, a deposit and a proof, and exchanges them into money', async ({
  person: page,
}) => {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Farm/ }).click()
  await expect(page.getByRole('heading', { name: 'Farm', level: 1 })).toBeVisible()
  const points = page.getByRole('region', { name: 'Your points' })
  await expect(points).toContainText('6')
  await expect(page.getByText('Done for today')).toBeVisible()
  await expect(page.getByText('Points are exchanged after you have verified your identity.')).toBeVisible()
  await look(page, 'farm-new')
  await clean(page, 'the farm of a newcomer')

  await depositByCard(page, '100')
  await page.goto('/farm')
  await expect(points).toContainText('56')
  await verify(page)
  await page.goto('/farm')
  await expect(points).toContainText('156')
  await expect(page.getByText('Identity verified')).toBeVisible()
  await look(page, 'farm')
  await clean(page, 'the farm with points')

  await page.getByLabel('Points', { exact: true }).fill('5000')
  await page.getByRole('button', { name: 'Exchange now' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Points', { exact: true }).fill('150')
  await expect(page.getByRole('status').filter({ hasText: 'You get' })).toContainText('1.50')
  await page.getByRole('button', { name: 'Exchange now' }).click()
  await expect(page.getByText('1.50 € is on your balance.')).toBeVisible()
  await expect(points).toContainText('6')
  await look(page, 'farm-exchanged')
  await page.goto('/balances')
  await expect(page.getByRole('listitem').filter({ hasText: 'Euro' }).first()).toContainText('98.85 €')
})

test('an operator makes a season of later days, and a second one publishes it', async ({ browser }) => {
  const unique = Date.now()
  const admin = await operator(browser, `flora-${unique}@bank.example`, 'tenant_admin')
  await admin.getByRole('link', { name: 'Farm', exact: true }).click()
  await expect(admin.getByRole('heading', { name: 'First harvest' })).toBeVisible()
  await look(admin, 'console-farm')
  await clean(admin, 'console, the farm')
  await admin.getByRole('button', { name: 'New season' }).click()
  const form = admin.getByRole('dialog')
  await form.getByRole('button', { name: 'Save the draft' }).click()
  await expect(form.getByText('must have at least 1 characters').first()).toBeVisible()
  for (const language of ['English', 'Ukrainian', 'Russian', 'Polish'])
    await form.getByLabel(`Name in ${language}`).fill(`Winter ${unique}`)
  const later = (days: number) => new Date(unique + days * 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel('First day').fill(later(200))
  await form.getByLabel('Last day').fill(later(210))
  await look(admin, 'console-farm-new')
  await clean(admin, 'console, a new season')
  await form.getByRole('button', { name: 'Save the draft' }).click()
  await expect(form).toBeHidden()

  const card = admin.locator('section').filter({ has: admin.getByRole('heading', { name: `Winter ${unique}` }) })
  await expect(card.getByText('Draft', { exact: true })).toBeVisible()
  const why = `a season for the winter ${unique}`
  await card.getByRole('button', { name: 'Publish' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill(why)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText('The request stays under Approvals for a day.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const officer = await operator(browser, `fritz-${unique}@bank.example`, 'compliance_officer')
  await agrees(officer, why, 'the budget is agreed')
  await expect(card.getByText('Scheduled', { exact: true })).toBeVisible()
})
