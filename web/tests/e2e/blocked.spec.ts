import { clean } from './support/axe'
import { look } from './support/look'
import { asks, openCustomer, operator } from './support/operator'
import { expect, signIn, test } from './support/test'

test('somebody who is blocked is told so on a reload, on any page, and at the next sign-in', async ({
  page,
  browser,
}) => {
  const email = `blocked-${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  await page.goto('/cabinet')
  await expect(page.locator('#root').getByText('Make your first purchase')).toBeVisible()
  const officer = await operator(browser, `boris-${Date.now()}@bank.example`, 'compliance_officer')
  await openCustomer(officer, email)
  await asks(officer, 'Block', 'a card was stolen', 'done')

  const blocked = page.getByRole('heading', { level: 1, name: 'Your account is blocked' })
  await page.reload()
  await expect(blocked).toBeVisible()
  await expect(page).toHaveURL(/\/authentication\/blocked/)
  await clean(page, 'somebody who is blocked indeed')
  await look(page, 'blocked')
  await page.goto('/balances')
  await expect(blocked).toBeVisible()

  await page.getByRole('link', { name: 'Use another email' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill('111111')
  await expect(blocked).toBeVisible()
  await expect(page).toHaveURL(/\/authentication\/blocked$/)
})
