import { clean } from './support/axe'
import { begin, everything } from './support/documents'
import { look } from './support/look'
import { agrees, because, openCustomer, operator } from './support/operator'
import { expect, signIn, test } from './support/test'

test('two operators raise a verified customer’s limits, and one takes that back', async ({ page, browser }) => {
  test.slow()
  const email = `raised-${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  await begin(page, 'Lovelace')
  await everything(page, ['Front side', 'Your face'])
  await expect(page.getByText('Your identity is verified')).toBeVisible()

  const officer = await operator(browser, `tara-${Date.now()}@bank.example`, 'compliance_officer')
  await openCustomer(officer, email)
  await expect(officer.getByText('According to what the customer has verified.')).toBeVisible()
  const why = `the papers about ${email} were looked into`
  await officer.getByRole('button', { name: 'Raise', exact: true }).click()
  const dialog = officer.getByRole('dialog')
  await dialog.getByLabel('Tier').selectOption('T4')
  await clean(officer, 'console, raising a tier')
  await look(officer, 'console-raise')
  await because(officer, 'Raise', why)
  await expect(dialog.getByText('The request stays under Approvals for a day.')).toBeVisible()
  await officer.getByRole('button', { name: 'Close' }).click()
  const second = await operator(browser, `tomo-${Date.now()}@bank.example`, 'compliance_officer')
  await agrees(second, why, 'I have read them too')

  await page.goto('/profile/limits')
  await expect(page.getByText('Individual', { exact: true })).toBeVisible()
  // Without individual limits, those of the tier below apply.
  await expect(page.getByText(/of 50,000\.00/)).toHaveCount(2)
  await expect(page.getByText(/^Next level/), 'there is none above').toHaveCount(0)
  await look(page, 'people-individual')
  await page.goto('/profile/personal-details')
  await expect(page.getByLabel('Country of residence'), 'a verified country has its name').toHaveValue('Ukraine')
  await page.goto('/profile/limits')

  await officer.reload()
  await expect(officer.getByText('Raised to T4 by operators.')).toBeVisible()
  await look(officer, 'console-raised')
  // The raised tier can be revoked.
  const tier = officer.locator('section').filter({ has: officer.getByRole('heading', { level: 2, name: 'Tier' }) })
  await tier.getByRole('button', { name: 'Revoke' }).click()
  await because(officer, 'Revoke', 'the contract has ended')
  await expect(officer.getByText('Done. It is in the audit log.')).toBeVisible()
  await officer.getByRole('button', { name: 'Close' }).click()
  await expect(officer.getByText('According to what the customer has verified.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Individual', { exact: true })).toHaveCount(0)
  await expect(page.getByText(/of 50,000\.00/)).toHaveCount(0)
})
