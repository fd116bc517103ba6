import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { agrees, asks, openCustomer } from './support/operator'
import { expect, signIn, test } from './support/test'

const actAs = async (page: Page, role: string) => {
  await page.goto('/console')
  await page.getByRole('button', { name: role, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** The figures of the overview, in order. */
const figures = (page: Page) => page.getByRole('list', { name: 'Today' }).getByRole('heading', { level: 2 })

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
  await actAs(page, 'Compliance officer 1')
  await expect(figures(page).first()).toHaveText('Verification')
  await expect(page.getByRole('link', { name: /^Open.*i•••@example.test$/ }).first(), 'an example waits').toBeVisible()
  await clean(page, 'console, overview of an officer')
  await look(page, 'console-home-officer')

  await page.getByRole('link', { name: 'Customers' }).click()
  await openCustomer(page, name)
  const why = `tried out at ${Date.now()}`
  await asks(page, 'Block', why, 'done')
  await page.reload()
  await asks(page, 'Unblock', why, 'waits')
  await signOut(page)
  await actAs(page, 'Compliance officer 2')
  await expect(page.getByRole('listitem').filter({ hasText: why }), 'it waits on the overview').toBeVisible()
  await agrees(page, why, 'seen and agreed')
})

test('a role that cannot read a page is told so, and finds its own work at the start', async ({ page }) => {
  await actAs(page, 'Platform owner')
  await page.goto('/console/customers')
  await expect(page.getByText('Your role cannot see this')).toBeVisible()
  await expect(page.getByRole('textbox'), 'no controls of a page that cannot be read').toHaveCount(0)
  await page.goto('/console')
  await expect(figures(page)).toHaveText([/^Your proposals/, /^Open invitations/, /./, /./])
  await expect(page.getByRole('heading', { name: 'Latest activity' })).toBeVisible()
  await clean(page, 'console, overview of an owner')
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Card programme manager' }), 'a role without a page yet').toHaveCount(0)
})

/** The first figure of a role's overview, and the places that the role does not have. */
const ROLES: Record<string, { first: string; without: readonly string[] }> = {
  Administrator: { first: 'Your proposals', without: ['Verification'] },
  'Compliance analyst': { first: 'Verification', without: ['Operators', 'Audit log'] },
  'Support, first line': { first: 'For us to decide', without: ['Verification', 'Operators', 'Audit log'] },
  'Treasury approver 1': { first: 'For us to decide', without: ['Customers', 'Verification', 'Operators'] },
  Accountant: { first: 'Unmatched payments', without: ['Customers', 'Verification', 'Operators', 'Audit log'] },
  Auditor: { first: 'For us to decide', without: [] },
}

test('each role begins with its own work and sees no other', async ({ page }) => {
  for (const [role, { first, without }] of Object.entries(ROLES)) {
    await actAs(page, role)
    await expect(figures(page).first(), role).toHaveText(first)
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
    for (const place of without) await expect(links.filter({ hasText: place }), `${role}, ${place}`).toHaveCount(0)
    await signOut(page)
  }
})

test('an operator reaches every place from the keyboard, and on a phone from the menu', async ({ page }) => {
  await actAs(page, 'Compliance officer 1')
  await page.keyboard.press('/')
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search.getByRole('combobox')).toBeFocused()
  await clean(page, 'console, search')
  await look(page, 'console-search')
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nobody-of-this-name')
  await expect(search.getByText('Nothing found.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await clean(page, 'console, the menu of a phone')
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('link', { name: /^Approvals/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
