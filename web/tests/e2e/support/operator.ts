import { execFileSync } from 'node:child_process'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { BASE_URL } from './ports'
import { binary } from './server'
import { hear } from './test'
import { totp } from './totp'

type Where = { tenant?: string; url?: string; data?: string | undefined }

/** Runs `agio operator invite` beside the running server. Returns the printed link. */
export function invitation(email: string, role: string, where: Where = {}): string {
  const { tenant = 'agio', url = BASE_URL, data = process.env.AGIO_E2E_DATA } = where
  if (!data) throw new Error('the server has no folder')
  const whose = ['--tenant', tenant, '--email', email, '--role', role, '--url', url]
  const asked = ['operator', '--data', data, 'invite', ...whose]
  const link = execFileSync(binary(), asked, { encoding: 'utf8' }).split('\n')[0]
  if (!link) throw new Error('no link was printed')
  return link
}

/** Opens an invitation link, sets up the authenticator app and joins. Returns the app's key. */
export async function join(page: Page, link: string): Promise<string> {
  await page.goto(link)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = ((await page.getByTestId('key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  const customers = page.getByRole('link', { name: 'Customers' })
  // Of every page of the console, also on a phone, where the navigation is in a menu.
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
  if (await customers.isVisible()) await customers.click()
  return secret
}

/**
 * A new operator with this role, on the list of customers in a separate browser. Joins through the API; the console's own
 * journeys test the page of the invitation.
 */
export async function operator(browser: Browser, email: string, role: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  hear(page)
  const api = '/api/operator/v1/invitations'
  const token = new URL(invitation(email, role)).hash.slice(1)
  // The server sets cookies only for a same-origin page, which browsers mark with these headers.
  const headers = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' }
  const opened = await page.request.post(`${api}/open`, { headers, data: { token } })
  expect(opened.ok(), await opened.text()).toBe(true)
  const { secret } = (await opened.json()) as { secret: string }
  const joined = await page.request.post(`${api}/accept`, { headers, data: { token, code: totp(secret) } })
  expect(joined.ok(), await joined.text()).toBe(true)
  await page.goto('/console/customers')
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
  return page
}

/** Enters the reason in the open dialog and confirms. */
export async function because(page: Page, button: string, words: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill(words)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

/** From the list of customers to a customer's page. */
export async function openCustomer(page: Page, email: string): Promise<void> {
  await page.getByLabel('Customer ID or email').fill(email)
  await page.getByRole('button', { name: 'Find' }).click()
  const masked = `${email[0]}•••@example.test`
  await page.getByRole('link', { name: masked }).click()
  await expect(page.getByRole('heading', { level: 1, name: masked })).toBeVisible()
}

/** The proposal with this reason. Other journeys create proposals at the same time. */
export const proposal = (page: Page, words: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .filter({ hasText: words })

/** Opens a button's dialog, enters the reason, and checks that the action is done or waits for a second operator. */
export async function asks(
  page: Page,
  button: string,
  words: string,
  came: 'done' | 'waits',
  fill?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await fill?.(page.getByRole('dialog'))
  await because(page, button, words)
  const told = came === 'done' ? 'Done. It is in the audit log.' : 'The request stays under Approvals for a day.'
  await expect(page.getByRole('dialog').getByText(told)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
}

/** Approves the proposal with this reason as a second operator. */
export async function agrees(page: Page, to: string, words: string): Promise<void> {
  await page.getByRole('link', { name: /^Approvals/ }).click()
  await proposal(page, to).getByRole('button', { name: 'Approve' }).click()
  await because(page, 'Approve', words)
  await expect(page.getByText('Done. It is in the audit log.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
}
