import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { agrees, asks, openCustomer } from './support/operator'
import { expect, signIn, test } from './support/test'

const actAs = async (page: Page, role: string, home: string) => {
  await page.goto('/console')
  await page.getByRole('button', { name: role, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: home })).toBeVisible()
}

/** Signs out and waits for the page load that follows, which would abort another navigation. */
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Continue as demo operator' })).toBeVisible()
}

test('a newcomer acts as a demo operator, finds something to decide, and a second one agrees to what takes two', async ({
  page,
  browser,
}) => {
  const name = `demo-${Date.now()}@example.test`
  await signIn(await (await browser.newContext()).newPage(), name)
  await page.goto('/console')
  await expect(page.getByRole('heading', { name: 'Continue as demo operator' })).toBeVisible()
  await clean(page, 'console, demo operators')
  await look(page, 'console-demo')
  await actAs(page, 'Compliance officer 1', 'Verification')
  await expect(page.getByRole('link', { name: 'i•••@example.test' }).first(), 'an example waits').toBeVisible()

  await page.getByRole('link', { name: 'Customers' }).click()
  await openCustomer(page, name)
  const why = `tried out at ${Date.now()}`
  await asks(page, 'Block', why, 'done')
  await page.reload()
  await asks(page, 'Unblock', why, 'waits')
  await signOut(page)
  await actAs(page, 'Compliance officer 2', 'Verification')
  await agrees(page, why, 'seen and agreed')
})

test('a role that cannot read a page is told so, and finds its own work at the start', async ({ page }) => {
  await actAs(page, 'Platform owner', 'Operators')
  await page.goto('/console/customers')
  await expect(page.getByText('Your role cannot see this')).toBeVisible()
  await expect(page.getByRole('textbox'), 'no controls of a page that cannot be read').toHaveCount(0)
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Accountant' }), 'a role without a page yet').toHaveCount(0)
})
