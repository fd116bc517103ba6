import { execFileSync } from 'node:child_process'
import { type Browser, expect, type Page } from '@playwright/test'
import { BASE_URL } from './ports'
import { binary } from './server'
import { totp } from './totp'

/** What `agio operator invite` prints, beside the running server. */
export function invitation(email: string, role: string): string {
  const data = process.env.AGIO_E2E_DATA
  if (!data) throw new Error('the server has no folder')
  const asked = ['operator', '--data', data, 'invite', '--email', email, '--role', role, '--url', BASE_URL]
  const link = execFileSync(binary(), asked, { encoding: 'utf8' }).split('\n')[0]
  if (!link) throw new Error('no link was printed')
  return link
}

/** Opens a link, sets the app up and joins; gives the key of the app. */
export async function join(page: Page, link: string): Promise<string> {
  await page.goto(link)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = ((await page.getByTestId('key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  return secret
}

/** Somebody with this role who has joined, in a browser of their own. */
export async function operator(browser: Browser, email: string, role: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await join(page, invitation(email, role))
  return page
}

/** Says why in the open dialog, and does it. */
export async function because(page: Page, button: string, words: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill(words)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}
