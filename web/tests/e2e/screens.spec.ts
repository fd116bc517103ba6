import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { depositByCard } from './support/balance'
import { BTC_ADDRESS, give, openExchange, orderPurchase, payByCard, pick, succeeded } from './support/exchange'
import { openCustomer, operator } from './support/operator'
import { enter, siteOf } from './support/tenant'
import { expect, signIn, test } from './support/test'

/**
 * Takes the twelve pictures of README.md from the running product: `npm run screens`.
 * Skipped without the variable, so that a test run never changes files of the repository.
 */
const folder = resolve(import.meta.dirname, '../../../docs/screens')
test.skip(!process.env.AGIO_SCREENS, 'pictures are made on request')

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 860 }
/** The quality of WebP at which small text stays clean. */
const QUALITY = 82

async function picture(page: Page, name: string, theme: 'light' | 'dark', size = DESKTOP): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value
    scrollTo(0, 0)
    const focused = document.activeElement
    if (focused instanceof HTMLElement) focused.blur()
  }, theme)
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
  const session = await page.context().newCDPSession(page)
  // A picture of a phone is shown small, on displays with many pixels.
  const clip = { x: 0, y: 0, ...size, scale: size === PHONE ? 1.5 : 1 }
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  await session.detach()
  await mkdir(folder, { recursive: true })
  await writeFile(resolve(folder, `${name}.webp`), data, 'base64')
}

/** The order that these requests of the pages create. */
async function order(page: Page, token: string, quote: object, requisite?: object): Promise<string> {
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
    const answer = await page.request.post(`/api/client/v1/${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { id: string }).id
  }
  return post('orders', { quote_id: await post('quotes', { ...quote, firm: true }), requisite })
}

/** The customer has paid in the sandbox. */
async function paid(page: Page, token: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/api/client/v1/sandbox/transactions/${id}/pay`, { headers, data: {} })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const converts = (page: Page, token: string, currency: string, amount: string) =>
  order(page, token, {
    from_currency: 'EUR',
    from_payway: 'balance',
    to_currency: currency,
    to_payway: 'balance',
    from_amount: amount,
  })

/**
 * A customer of this run is minutes old. The chart of the total shows the month that the same balance would have had:
 * it follows the prices of bitcoin.
 */
async function withHistory(page: Page): Promise<void> {
  await page.route(/\/balances\/history\?/, async (route) => {
    const asked = route.request()
    const prices = await page.request.get('/api/client/v1/rates/history?from=BTC&to=EUR&range=1M')
    const { points } = (await prices.json()) as { points: { at: string; rate: string }[] }
    const answer = await route.fetch({ headers: asked.headers() })
    const real = (await answer.json()) as { points: { at: string; value: string }[] }
    const now = Number(real.points.at(-1)?.value)
    const last = Number(points.at(-1)?.rate)
    const value = (rate: string) => (now * (0.4 + (0.6 * Number(rate)) / last)).toFixed(2)
    await route.fulfill({
      json: {
        ...real,
        points: points
          .filter((_, place) => (points.length - 1 - place) % 3 === 0)
          .map(({ at, rate }) => ({ at, value: value(rate) })),
      },
    })
  })
}

test('the landing page, home, a balance, the exchange and the profile', async ({ page }) => {
  test.slow()
  await page.goto('/')
  await expect(page.getByLabel('You receive')).not.toHaveValue('')
  await picture(page, 'landing-phone', 'light', PHONE)

  await page.setViewportSize(DESKTOP)
  const token = await signIn(page, 'olena@example.test')
  await depositByCard(page, '540')
  for (const [currency, amount] of [
    ['BTC', '190'],
    ['ETH', '110'],
    ['TON', '60'],
  ] as const)
    await converts(page, token, currency, amount)
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '120')
  await withHistory(page)
  await page.goto('/cabinet')
  await expect(page.getByRole('img', { name: /^Total balance\. First: / })).toBeVisible()
  await picture(page, 'home', 'light')
  await picture(page, 'home-phone', 'dark', PHONE)

  await page.setViewportSize(DESKTOP)
  await page.goto('/balances/BTC')
  await expect(page.getByRole('img', { name: /First: / })).toBeVisible()
  await picture(page, 'balance', 'dark')

  await openExchange(page, 'Buy')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '250.00')
  await expect(page.getByText('In progress', { exact: true })).toBeVisible()
  await picture(page, 'exchange', 'light')

  await page.goto('/profile')
  await expect(page.getByText('Two-factor authentication')).toBeVisible()
  await picture(page, 'profile-phone', 'light', PHONE)
})

test('a finished order', async ({ page }) => {
  await signIn(page, 'marek@example.test')
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await payByCard(page, '4242 4242 4242 4242')
  await succeeded(page)
  await picture(page, 'order', 'dark')
})

test.describe('another brand', () => {
  test.use({ baseURL: siteOf('nova') })

  test('its landing page, and its exchange on a phone', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByLabel('You receive')).not.toHaveValue('')
    await picture(page, 'nova-landing', 'light')

    await page.setViewportSize(DESKTOP)
    await enter(page, 'iryna@example.test')
    await openExchange(page, 'Buy')
    await pick(page, 'You receive', 'BTC', 'Bitcoin')
    await give(page, '250.00')
    await page.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
    await expect(page.getByText('valid', { exact: true })).toBeVisible()
    await picture(page, 'nova-exchange-phone', 'light', PHONE)

    await page.setViewportSize(DESKTOP)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm and pay' }).click()
    await payByCard(page, '4242 4242 4242 4242')
    await succeeded(page)
    await picture(page, 'nova-order-phone', 'dark', PHONE)
  })
})

test('a customer and the transactions in the console', async ({ page, browser }) => {
  test.slow()
  const address = { kind: 'address', value: BTC_ADDRESS }
  for (const [name, amount] of [
    ['adam', '80.00'],
    ['yana', '240.00'],
    ['piotr', '55.00'],
    ['daria', '310.00'],
    ['ihor', '125.00'],
  ]) {
    const token = await signIn(page, `${name}@example.test`)
    const bank = { from_currency: 'EUR', from_payway: 'iban', to_currency: 'BTC', to_payway: 'btc' }
    const id = await order(page, token, { ...bank, from_amount: amount }, address)
    if (Number(amount) < 200) await paid(page, token, id)
  }
  await signIn(page, 'lena@example.test')
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await payByCard(page, '4242 4242 4242 4242')
  await succeeded(page)
  const officer = await operator(browser, 'olga@bank.example', 'compliance_officer')
  await openCustomer(officer, 'lena@example.test')
  await expect(officer.getByRole('heading', { name: 'Limits' })).toBeVisible()
  await expect(officer.getByText('No transactions yet')).toHaveCount(0)
  await picture(officer, 'console-customer', 'light')
  await officer.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(officer.getByRole('row').filter({ hasText: 'Purchase' }).first()).toBeVisible()
  await picture(officer, 'console-transactions', 'dark')
})
