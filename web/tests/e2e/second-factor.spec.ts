import type { Browser, Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS, give, openExchange, pick } from './support/exchange'
import { agrees, asks, openCustomer, operator } from './support/operator'
import { setUpApp } from './support/factor'
import { look } from './support/look'
import { expect, signIn, test } from './support/test'
import { totp } from './support/totp'

/** Sets up an authenticator app on its pages. Returns its key and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Two-factor authentication/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two-factor authentication' })).toBeVisible()
  await clean(page, 'two-factor, off')
  await look(page, 'two-factor-off')
  await page.getByRole('link', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await look(page, 'two-factor-setup')
  await clean(page, 'two-factor, set up')
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  const secret = (shown ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  await expect(page.getByText('Save your recovery codes')).toBeVisible()
  await clean(page, 'recovery codes')
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{4}-\w{4}-\w{4}-\w{4}$/ })
    .allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Turned on')).toBeVisible()
  await look(page, 'two-factor-on')
  await clean(page, 'two-factor, on')
  return { secret, codes }
}

test('an app is set up, guards an order, and is asked for what it confirms', async ({ person: page }) => {
  const { secret } = await setUp(page)
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Bank transfer')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '100')
  await page.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/exchange\/confirm$/)
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  await expect(dialog.getByText(BTC_ADDRESS)).toBeVisible()
  await expect(dialog.getByText('100.00')).toBeVisible()
  // Without a passkey, the dialog does not offer one.
  await expect(dialog.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
  await look(page, 'step-up')
  await clean(page, 'confirmation')
  await dialog.getByLabel('Code from your authenticator app').fill('000000')
  await expect(dialog.getByText('The code is incorrect.')).toBeVisible()
  await dialog.getByLabel('Code from your authenticator app').fill(totp(secret, 1))
  await expect(page).toHaveURL(/\/transaction\/exchange\/ord_[0-9a-f]{32}$/)
})

test('a question that is closed makes no order, and asking again does', async ({ person: page, token }) => {
  const { codes } = await setUpApp(page, token)
  await page.goto('/profile/two-factor-authentication')
  const transfer = page.getByRole('switch', { name: 'Sending money' })
  await expect(transfer).toBeChecked()
  await page.getByText('Sending money').last().click({ force: true })
  const before = page.getByRole('dialog', { name: 'Guard less of your account?' })
  await expect(before.getByText(/^For 24 hours after the change nothing can be sent out/)).toBeVisible()
  await look(page, 'two-factor-before')
  await clean(page, 'two-factor, before guarding less')
  await before.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // Checks the server's state, not the page's.
  await page.reload()
  await expect(transfer).toBeChecked()
  await transfer.focus()
  await page.keyboard.press('Space')
  await before.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(transfer).not.toBeChecked()
  await expect(page.getByText('Left: 9 of 10')).toBeVisible()
  const held = page.getByText(/Nothing can be sent out until/)
  await page.goto('/cabinet')
  await expect(held).toBeVisible()
  await page.goto('/exchange')
  await expect(held).toBeVisible()
  // A deposit stays on the balances. The page knows the hold already, so it would show the notice at once.
  await page.getByRole('link', { name: 'Balances' }).first().click()
  await page.getByRole('link', { name: 'Deposit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeVisible()
  await expect(held).toBeHidden()
})

test('signing in asks for the factor after the code from the mail, also after a reload', async ({ page }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  const { codes } = await setUpApp(page, await signIn(page, email))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill('111111')
  const heading = page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })
  await expect(heading).toBeVisible()
  await look(page, 'sign-in-factor')
  await clean(page, 'sign in, second factor')
  await page.reload()
  await expect(heading).toBeVisible()
  await page.goto('/balances')
  await expect(heading).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/balances$/)
  await expect(page.getByText('No balances yet')).toBeVisible()
})

test('devices are listed, and one that is ended is thrown out with a word', async ({ page, browser }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, email)
  await other.goto('/profile')
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('link', { name: /^Devices/ }).click()
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Last active' })).toHaveCount(1)
  await look(page, 'devices')
  await clean(page, 'devices')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Last active')).toBeHidden()
  // The server cuts the other session's socket, so that page reacts at once.
  await expect(other.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await elsewhere.close()
})

/** The same user on another device. */
async function elsewhere(browser: Browser, email: string, userAgent: string): Promise<Page> {
  const page = await (await browser.newContext({ userAgent })).newPage()
  await signIn(page, email)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  return page
}

test('one device of several is ended, and the others stay', async ({ page, browser }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  const phone = await elsewhere(browser, email, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1')
  const tablet = await elsewhere(browser, email, 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Safari/604.1')
  await page.goto('/profile/devices')
  const rows = page.getByRole('listitem').filter({ hasText: 'Last active' })
  await expect(rows).toHaveCount(2)
  await rows
    .filter({ hasText: 'iPhone' })
    .getByRole('button', { name: /^Sign out / })
    .click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('iPad')
  await expect(phone.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await tablet.reload()
  await expect(tablet.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await phone.context().close()
  await tablet.context().close()
})

/** Signs out, and in again up to the second factor. */
async function toFactor(page: Page, email: string): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill('111111')
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible()
}

test('ten wrong codes are too many, and it is said when codes are accepted again', async ({ page }) => {
  test.slow()
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  const { secret } = await setUpApp(page, await signIn(page, email))
  await toFactor(page, email)
  const code = page.getByLabel('Code from your authenticator app')
  for (let tried = 1; tried <= 10; tried++) {
    const answered = page.waitForResponse((answer) => answer.url().includes('second-factor') && !answer.ok())
    await code.fill(String(tried).padStart(6, '0'))
    await answered
    await expect(code).toHaveValue('')
    await expect(page.getByText('The code is incorrect.')).toHaveCount(tried < 10 ? 1 : 0)
  }
  await expect(page.getByText(/^Too many wrong codes. You can try again at \d\d:\d\d\.$/)).toBeVisible()
  await look(page, 'sign-in-too-many-codes')
  await clean(page, 'too many wrong codes')
  await code.fill(totp(secret, 1))
  await expect(page.getByText(/^Too many wrong codes/), 'the right one is not taken now either').toBeVisible()
})

test('a person who lost the factor asks for a reset, and two support operators approve it', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = `factor-${crypto.randomUUID().slice(0, 8)}@example.test`
  await setUpApp(page, await signIn(page, email))
  await toFactor(page, email)
  await page.getByRole('button', { name: 'I have lost it and my recovery codes too' }).click()
  await expect(page.getByText('Support will ask you to prove your identity.')).toBeVisible()
  await look(page, 'sign-in-factor-lost')
  await clean(page, 'a lost second factor')

  const first = await operator(browser, `ines-${Date.now()}@bank.example`, 'compliance_officer')
  await openCustomer(first, email)
  const why = `shown their passport in a call about ${email}`
  await asks(first, 'Remove a lost second factor', why, 'waits')
  const second = await operator(browser, `igor-${Date.now()}@bank.example`, 'compliance_officer')
  await agrees(second, why, 'I have seen the recording')

  await page.reload()
  await page.getByRole('button', { name: 'I have lost it and my recovery codes too' }).click()
  await expect(page.getByText(/^Your second factor will be removed on .+ Sign in then with the code/)).toBeVisible()
  await look(page, 'sign-in-factor-ending')
})
