import type { Page } from '@playwright/test'
import { give, openExchange, orderPurchase, pick } from './support/exchange'
import { look } from './support/look'
import { paymentLink } from './support/merchant'
import { ASKED_WHO, sendFromKraken } from './support/sender'
import { expect, settingSaved, signIn, test } from './support/test'

const WIDTH = 320
const AMOUNT = '812345678.123456789012345678'

async function fits(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('main')).toContainText(shows)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, path).toBeLessThanOrEqual(WIDTH)
}

test('nothing runs over the narrowest phone, with eighteen decimals and in Ukrainian', async ({ page }) => {
  // A user without limits: the amount is huge on purpose.
  await signIn(page, `${crypto.randomUUID().slice(0, 8)}+t4@example.test`)
  await openExchange(page, 'Swap')
  await pick(page, 'You pay', 'SHIB', 'ERC20')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, AMOUNT)
  const draft = await page.evaluate(() => sessionStorage.getItem('agio.draft.exchange') ?? '')
  await page.getByLabel(/^Your BTC address/).fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  await expect(page.getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.setViewportSize({ width: WIDTH, height: 800 })
  await expect(page.getByRole('button', { name: 'Confirm and pay' })).toBeEnabled()
  await look(page, 'narrow-confirm')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH)
  await page.getByRole('button', { name: 'Confirm and pay' }).click()
  // An amount of this size requires the travel-rule questions.
  const drawer = page.getByRole('dialog', { name: 'Where the coins go' })
  await drawer.getByRole('radio', { name: 'Mine' }).check()
  await drawer.getByRole('radio', { name: 'A service' }).check()
  await drawer.getByLabel('Name of the service').fill('Kraken')
  await look(page, 'narrow-travel')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH)
  await drawer.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('dialog', { name: ASKED_WHO })).toBeVisible()
  await look(page, 'narrow-sender')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH)
  await sendFromKraken(page)
  const order = new URL(page.url()).pathname
  await page.goto('/profile')
  const saved = settingSaved(page)
  await page.getByLabel('Language').selectOption('uk')
  await saved
  await fits(page, order, 'надішліть рівно')
  await fits(page, order.replace('/transaction/', '/transaction-details/'), 'SHIB')
  await fits(page, '/activity', 'SHIB')
  await fits(page, '/cabinet', 'SHIB')
  await fits(page, '/balances', 'Баланс')
  await fits(page, '/profile', 'Тема')
  await fits(page, '/profile/limits', 'Ваш рівень')
  await fits(page, '/profile/personal-details', 'Про вас')
  await fits(page, '/profile/two-factor-authentication', 'Застосунок')
  await fits(page, '/profile/devices', 'Цей пристрій')
  await fits(page, '/profile/phrase', 'Так починаються')
  await fits(page, '/onboarding', 'Уся ціна')
  await fits(page, '/onboarding/progress', 'перші кроки')
  await fits(page, '/profile/terms', 'Версія')
  await page.evaluate((text) => sessionStorage.setItem('agio.draft.exchange', text), draft)
  await fits(page, '/exchange', 'Макс.')
})

test('nor does what stands there while a page waits for its answers', async ({ person: page }) => {
  await page.setViewportSize({ width: WIDTH, height: 800 })
  const known = /\/api\/client\/v1\/(auth|user|user\/terms|user\/settings)$/
  await page.route(
    (url) => url.pathname.startsWith('/api/client/v1/') && !known.test(url.pathname),
    () => new Promise(() => undefined),
  )
  for (const path of [
    '/profile',
    '/profile/account',
    '/profile/limits',
    '/profile/personal-details',
    '/activity',
    '/balances',
  ]) {
    await page.goto(path)
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(WIDTH)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Both sides of each layout breakpoint, and a desktop width. */
const WIDTHS = [320, 375, 376, 768, 959, 960, 991, 992, 1280, 1440]
/** The pages by their part of the app: each part is a journey of its own, so that they run side by side. */
const PAGES = {
  'to begin with': ['/exchange', '/cabinet', '/activity', '/profile', '/profile/personal-details'],
  'of balances': [
    '/balances',
    '/balances/deposit',
    '/balances/statement',
    '/balances/transfer',
    '/profile/details-for-withdrawals',
    '/proof-of-balances',
  ],
  'of the account': [
    '/profile/account',
    '/profile/cards-for-deposits',
    '/profile/devices',
    '/profile/limits',
    '/profile/api-management',
    '/profile/passkeys',
    '/profile/phrase',
    '/profile/profiles',
    '/profile/two-factor-authentication',
  ],
  'that are seldom seen': [
    '/profile/notifications',
    '/profile/notification-settings',
    '/profile/documents',
    '/profile/merchant',
    '/profile/api-reference',
    '/balances/plans',
    '/balances/plans/new',
    '/presets',
  ],
} as const

/** Whether the page of a path scrolls sideways at no width. */
async function fitsEverywhere(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 880 })
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    // Charts follow the width after the page.
    await expect.poll(wide, `${path} at ${width}`).toBeLessThanOrEqual(width)
  }
}

for (const [part, pages] of Object.entries(PAGES)) {
  test(`at every width each page ${part} fits, and is led by the bar below or the one beside`, async ({
    person: page,
  }) => {
    for (const path of pages) {
      await page.goto(path)
      await expect(page.locator('main h1, main h2').first()).toBeVisible()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 880 })
        const where = `${path} at ${width}`
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
        // Charts follow the width after the page.
        await expect.poll(wide, where).toBeLessThanOrEqual(width)
        // Only one main navigation is shown at a time. The sidebar has the account in a navigation of its own.
        await expect(page.getByRole('navigation', { name: 'Main' }), where).toHaveCount(1)
        await expect(page.getByRole('navigation', { name: 'Account' }), where).toHaveCount(width >= 992 ? 1 : 0)
      }
    }
  })
}

test('at every width the pages for people with a link fit', async ({ person: page, token, browser }) => {
  const payment = await paymentLink(page, token)
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await page.getByRole('button', { name: 'Share status' }).click()
  const status = (await page.getByTestId('status-link').textContent()) ?? ''
  const stranger = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await stranger.goto(status)
  await expect(stranger.getByText('Waiting for payment')).toBeVisible()
  await fitsEverywhere(stranger, 'a shared status')
  await stranger.goto(payment)
  await expect(stranger.getByRole('heading', { name: 'Bean & Leaf' })).toBeVisible()
  await fitsEverywhere(stranger, 'the choice of a payer')
  await stranger.getByRole('button', { name: /^BTC/ }).click()
  await expect(stranger.getByText(/Rate locked for/)).toBeVisible()
  await fitsEverywhere(stranger, 'what a payer sends')
})

test('a long address of a person breaks or is cut, and widens nothing', async ({ page }) => {
  await signIn(page, `${'a-very-long-name-of-somebody'}-${crypto.randomUUID().replaceAll('-', '')}@example.test`)
  for (const path of ['/profile', '/profile/personal-details', '/support', '/profile/account']) {
    await page.setViewportSize({ width: WIDTH, height: 800 })
    await page.goto(path)
    await expect(page.locator('main')).toContainText(/@|data/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(WIDTH)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const account = page.getByRole('navigation', { name: 'Account' })
  await expect(account).toBeVisible()
  const [link, side] = await Promise.all([account.getByRole('link').last().boundingBox(), account.boundingBox()])
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual((side?.x ?? 0) + (side?.width ?? 0))
})
