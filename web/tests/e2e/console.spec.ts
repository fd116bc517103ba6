import type { Page } from '@playwright/test'
import { withAuthenticator } from './support/authenticator'
import { clean } from './support/axe'
import { look } from './support/look'
import { because, invitation, join, operator, proposal } from './support/operator'
import { BASE_URL } from './support/ports'
import { expect, signIn, test } from './support/test'
import { totp } from './support/totp'

test('an officer joins, finds a person, shuts them out, and a second one agrees to let them in', async ({
  page,
  browser,
}) => {
  // Three users in three browsers, and axe on nine pages.
  test.slow()
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

  await page.getByLabel('Customer ID or email').fill(name)
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
  await expect(page.getByText('Give a reason of at least 8 characters.')).toBeVisible()
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
  const own = proposal(page, 'the owner has proved who they are')
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const second = await operator(browser, `oleg-${Date.now()}@bank.example`, 'compliance_officer')
  await second.getByRole('link', { name: /Approvals/ }).click()
  await expect(second.getByText(/the owner has proved who they are/)).toBeVisible()
  await clean(second, 'console, approvals')
  await look(second, 'console-approvals')
  const waiting = proposal(second, 'the owner has proved who they are')
  await waiting.getByRole('button', { name: 'Approve' }).click()
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
  await expect(page.getByText('Your role cannot see this')).toBeVisible()
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

/** The link in the latest mail to an address, once it has arrived. */
async function linkIn(page: Page, email: string): Promise<string> {
  await page.goto(`/sandbox/mail?to=${encodeURIComponent(email)}`)
  const line = page.getByText(/\/console\/join#/).first()
  await expect(line).toBeVisible()
  const found = /http\S+\/console\/join#\w+/.exec((await line.textContent()) ?? '')
  if (!found) throw new Error('the mail has no link')
  return found[0]
}

test('an operator adds a passkey, signs in with it in a browser that is not known, and confirms with it', async ({
  page,
}) => {
  await withAuthenticator(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await join(page, invitation(`petra-${Date.now()}@bank.example`, 'tenant_admin'))
  await expect(page.getByText('Add a passkey too')).toBeVisible()
  await clean(page, 'console, a passkey is offered')
  await look(page, 'console-passkey-offer')
  await page.getByRole('button', { name: 'To your passkeys' }).click()
  await expect(page.getByText('You have no passkeys yet')).toBeVisible()
  await clean(page, 'console, no passkeys')
  await look(page, 'console-passkeys-none')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(/not used yet/)).toBeVisible()
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Name').fill('My laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('My laptop')).toBeVisible()
  await clean(page, 'console, passkeys')
  await look(page, 'console-passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()

  // The same device in a browser that is not registered.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(/Sign in as p•••@bank.example/)).toBeVisible()
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByText(/This browser is not known/)).toBeVisible()
  await clean(page, 'console, signing in with a passkey')
  await look(page, 'console-sign-in-passkey')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()

  // The last confirmation is recent, so the server's later refusal is simulated once. All other responses are real.
  const refusal = { type: 'about:blank', title: 'Forbidden', status: 403, code: 'AUTH_2FA_REQUIRED' }
  await page.route(
    '**/api/operator/v1/session/passkeys/psk_*',
    (route) => route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Your settings' }).click()
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await clean(page, 'console, confirming with a passkey')
  await look(page, 'console-confirm-passkey')
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('You have no passkeys yet')).toBeVisible()
})
