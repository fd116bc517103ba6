import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { expect, signIn, test } from './support/test'

const somebody = (name = 'p') => `${name}-${crypto.randomUUID().slice(0, 8)}@example.test`

// The test provider's page loads an external font, but tests have no internet access.
test.beforeEach(({ context }) =>
  context.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' })),
)

/** Goes to a provider by its button and signs in on the provider's page. */
async function throughProvider(page: Page, button: string | RegExp, email: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await atProvider(page, email)
}

async function atProvider(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/interaction\//)
  await page.locator('input[name="login"]').fill(email)
  await page.locator('input[name="password"]').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/cabinet$/)
}

/** Returns the user of this page's session cookie. */
const whoIs = (page: Page) =>
  page.evaluate(async () => {
    const renewed = await fetch('/api/client/v1/auth', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { access_token } = (await renewed.json()) as { access_token: string }
    const user = await fetch('/api/client/v1/user', { headers: { authorization: `Bearer ${access_token}` } })
    const { uuid, email, first_name } = (await user.json()) as { uuid: string; email: string; first_name: string }
    return { uuid, email, first_name }
  })

for (const [provider, first] of [
  ['Google', 'Grace'],
  ['Apple', 'Ada'],
] as const) {
  test(`signs in with ${provider}, and is the same person the second time`, async ({ page, browser }) => {
    const email = somebody()
    await page.goto('/authentication')
    await look(page, `sign-in-providers-${provider}`)
    await clean(page, 'the sign-in page with providers')
    await throughProvider(page, `Continue with ${provider}`, email)
    await acceptTerms(page)
    const me = await whoIs(page)
    expect(me).toMatchObject({ email, first_name: first })

    const again = await (await browser.newContext()).newPage()
    await again.goto('/authentication')
    await throughProvider(again, `Continue with ${provider}`, email)
    await expect(again).toHaveURL(/\/cabinet$/)
    // Apple sends the name only the first time; a later sign-in must not remove it.
    expect(await whoIs(again)).toEqual(me)
    await again.context().close()
  })
}

test('an address that has an account is linked by the code that is sent to it', async ({ page, browser }) => {
  const email = somebody()
  const owner = await (await browser.newContext()).newPage()
  await signIn(owner, email)
  await owner.context().close()

  await page.goto('/authentication')
  await throughProvider(page, 'Continue with Google', email)
  await expect(page).toHaveURL(/\/authentication$/)
  await expect(page.getByText('An account with this email already exists.')).toBeVisible()
  await look(page, 'sign-in-linking')
  await clean(page, 'a code that links')
  await page.getByRole('textbox').first().pressSequentially('111111')
  await expect(page).toHaveURL(/\/cabinet$/)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
})

test('an address that the provider does not vouch for makes no account', async ({ page }) => {
  for (const provider of ['Google', 'Apple']) {
    await page.context().clearCookies()
    await page.goto('/authentication')
    await throughProvider(page, `Continue with ${provider}`, somebody('unverified'))
    await expect(page.getByRole('alert')).toContainText('The email address of that account is not verified.')
    await look(page, 'sign-in-unverified')
  }
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test('a sign-in that was used, or begun elsewhere, is told to start again', async ({ page, browser }) => {
  await page.goto('/authentication')
  await throughProvider(page, 'Continue with Google', somebody())
  await expect(page).toHaveURL(/confirm-terms|cabinet/)
  const begun = await page.request.post('/api/client/v1/login/google')
  const { state, secret } = (await begun.json()) as { state: string; secret: string }
  // A victim's browser opens the redirect without the secret, so the page sends no request.
  const other = await (await browser.newContext()).newPage()
  await other.goto(`/oauth/google?state=${state}&code=stolen`)
  await expect(other.getByRole('alert')).toContainText('This sign-in has expired or has already been used.')
  await clean(other, 'a sign-in that has expired')
  await other.context().close()
  // An invalid code of the provider ends the sign-in; a second attempt is refused too.
  for (const _ of [1, 2]) {
    const refused = await page.request.post('/api/client/v1/google-login', { data: { state, secret } })
    expect(refused.status()).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'SIGN_IN_EXPIRED' })
  }
})

test('saying no at the provider changes nothing', async ({ page }) => {
  await page.goto('/authentication')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: /Cancel/ }).click()
  await expect(page.getByText('You stopped the sign-in. Nothing was changed.')).toBeVisible()
})

test('ways to sign in are linked and unlinked in the profile', async ({ person: page, browser }) => {
  const elsewhere = somebody('other')
  await page.goto('/profile')
  await throughProvider(page, 'Link Google', elsewhere)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText(elsewhere)).toBeVisible()
  await look(page, 'profile-methods')
  await clean(page, 'sign-in methods')

  // Another account cannot link the same identity.
  const thief = await (await browser.newContext()).newPage()
  await signIn(thief, somebody())
  await thief.goto('/profile')
  await throughProvider(thief, 'Link Google', elsewhere)
  await expect(thief.getByRole('alert')).toContainText('That account is already linked')
  await thief.context().close()

  await page.getByRole('button', { name: 'Unlink Google' }).click()
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Unlink/ })).toHaveCount(0)
})

test('a campaign is taken from the address and told after signing in', async ({ page }) => {
  await page.goto('/authentication?utm_source=mail&utm_campaign=spring')
  await expect(page).toHaveURL(/\/authentication$/)
  const told = page.waitForResponse((answer) => answer.url().endsWith('/utm-params'))
  await throughProvider(page, 'Continue with Google', somebody())
  await acceptTerms(page)
  expect((await told).status()).toBe(204)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('agio.campaign'))).toBeNull()
})
