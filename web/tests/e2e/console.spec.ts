import { execFileSync } from 'node:child_process'
import type { Browser, Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { BASE_URL } from './support/ports'
import { binary } from './support/server'
import { expect, signIn, test } from './support/test'
import { totp } from './support/totp'

/** What `agio operator invite` prints, beside the running server. */
function invitation(email: string, role: string): string {
  const data = process.env.AGIO_E2E_DATA
  if (!data) throw new Error('the server has no folder')
  const asked = ['operator', '--data', data, 'invite', '--email', email, '--role', role, '--url', BASE_URL]
  const link = execFileSync(binary(), asked, { encoding: 'utf8' }).split('\n')[0]
  if (!link) throw new Error('no link was printed')
  return link
}

/** Opens a link, sets the app up and joins; gives the key of the app. */
async function join(page: Page, link: string): Promise<string> {
  await page.goto(link)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = ((await page.getByTestId('key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  return secret
}

async function operator(browser: Browser, email: string, role: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await join(page, invitation(email, role))
  return page
}

async function because(page: Page, button: string, words: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill(words)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('an officer joins, finds a person, shuts them out, and a second one agrees to let them in', async ({
  page,
  browser,
}) => {
  const name = `lena-${Date.now()}`
  const person = await (await browser.newContext()).newPage()
  await signIn(person, `${name}@example.test`)

  const link = invitation(`olga-${Date.now()}@bank.example`, 'compliance_officer')
  await page.goto(link)
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await clean(page, 'console, joining')
  await look(page, 'console-join')
  await join(page, link)
  await clean(page, 'console, customers')
  await look(page, 'console-customers')

  await page.getByLabel('Customer’s id or email').fill(name)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('link', { name: 'l•••@example.test' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'l•••@example.test' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible()
  await clean(page, 'console, a customer')
  await look(page, 'console-customer')

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await because(page, 'Show', 'the customer called about the address')
  await expect(page.getByText(`${name}@example.test`)).toBeVisible()

  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await clean(page, 'console, blocking')
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText('Say why, in at least 8 characters.')).toBeVisible()
  await because(page, 'Block', 'the account was taken over')
  await expect(page.getByText('Done. It is in the audit log.')).toBeVisible()
  await look(page, 'console-blocked')
  await page.getByRole('button', { name: 'Close' }).click()
  await person.goto('/balances')
  await expect(person).toHaveURL(/authentication/)

  await page.getByRole('button', { name: 'Unblock', exact: true }).click()
  await because(page, 'Unblock', 'the owner has proved who they are')
  await expect(page.getByText(/Another operator has to agree/)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Approvals' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const second = await operator(browser, `oleg-${Date.now()}@bank.example`, 'compliance_officer')
  await second.getByRole('link', { name: /Approvals/ }).click()
  await expect(second.getByText(/the owner has proved who they are/)).toBeVisible()
  await clean(second, 'console, approvals')
  await look(second, 'console-approvals')
  await second.getByRole('button', { name: 'Approve' }).click()
  await because(second, 'Approve', 'checked with the bank as well')
  await expect(second.getByText('Done. It is in the audit log.')).toBeVisible()
  await second.getByRole('button', { name: 'Close' }).click()

  await second.getByRole('link', { name: 'Audit log' }).click()
  await expect(second.getByText('the account was taken over')).toBeVisible()
  await expect(second.getByText('checked with the bank as well').first()).toBeVisible()
  await clean(second, 'console, the log')
  await look(second, 'console-log')
  await second.getByRole('link', { name: 'Verification' }).click()
  await expect(second.getByRole('heading', { level: 1, name: 'Verification' })).toBeVisible()
  await second.getByRole('link', { name: 'Operators' }).click()
  await expect(second.getByRole('heading', { name: 'Roles' })).toBeVisible()
  await clean(second, 'console, operators')
  await look(second, 'console-operators')
})

test('who may not is told so, and another browser is not let in', async ({ page, browser }) => {
  const secret = await join(page, invitation(`sam-${Date.now()}@bank.example`, 'support_l1'))
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await page.goto('/console/log')
  await expect(page.getByText('Your role does not see this')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(/Sign in as s•••@bank.example/)).toBeVisible()
  await clean(page, 'console, signing in')
  await look(page, 'console-sign-in')
  await page.getByLabel('Code from your authenticator app').fill(totp(secret, 1))
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${BASE_URL}/console`)
  await expect(elsewhere.getByText(/This browser is not known/)).toBeVisible()
})

test('somebody who is invited gets the link by mail, and who invites does not', async ({ page, browser }) => {
  await join(page, invitation(`adam-${Date.now()}@bank.example`, 'tenant_admin'))
  await page.getByRole('link', { name: 'Operators' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const email = `sue-${Date.now()}@bank.example`
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await because(page, 'Invite', 'joins support this week')
  await expect(dialog.getByText(`A link was sent to ${email}`)).toBeVisible()
  await expect(dialog.getByText('/console/join')).toHaveCount(0)
  await clean(page, 'console, inviting')
  await look(page, 'console-invited')
  const invited = await (await browser.newContext()).newPage()
  await join(invited, await linkIn(invited, email))
})

/** The link in the newest mail to an address, once it has come. */
async function linkIn(page: Page, email: string): Promise<string> {
  await page.goto(`/sandbox/mail?to=${encodeURIComponent(email)}`)
  const line = page.getByText(/\/console\/join#/).first()
  await expect(line).toBeVisible()
  const found = /http\S+\/console\/join#\w+/.exec((await line.textContent()) ?? '')
  if (!found) throw new Error('the mail has no link')
  return found[0]
}
