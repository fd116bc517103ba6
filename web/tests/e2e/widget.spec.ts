import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { BTC_ADDRESS, payByCard, succeeded } from './support/exchange'
import { look } from './support/look'
import { makeWidget, startSite } from './support/partner'
import { test as base, expect } from './support/test'

/** Chromium blocks third-party storage. */
const test = base.extend<object, { launchOptions: { args?: string[] } }>({
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use, info) => {
      const usual = info.project.use.launchOptions ?? {}
      await use({ ...usual, args: [...(usual.args ?? []), '--test-third-party-cookie-phaseout'] })
    },
    { scope: 'worker' },
  ],
})

type Heard = { type: string; payload: Record<string, unknown> }
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)

/** Closes the storage of frames for good, as a browser does that blocks all of it. */
async function withoutStorage(page: Page) {
  await page.addInitScript(() => {
    if (window === window.top) return
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: blocked })
  })
}

const opens = (options: string) =>
  `document.querySelector('#buy').addEventListener('click', () => AgioWidget.open({ ${options}, onEvent: (event) => window.heard.push(event) }))`

test('a customer of another site signs in and buys Bitcoin by card inside its page', async ({ page, browser }) => {
  let key = ''
  const site = await startSite(() =>
    opens(`apiKey: '${key}', params: { fromCurrency: 'EUR', fromPayway: 'visamc', toCurrency: 'BTC',
      fromAmount: '250.00', externalTransactionId: 'cart-7', email: 'unsigned@example.test',
      customerColors: { BrandColor: '#5a3df0' }, nonsense: '1' }`),
  )
  const owner = await (await browser.newContext()).newPage()
  key = (await makeWidget(owner, [site.domain])).key
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await withoutStorage(page)
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Buy crypto' }).click()
  const frame = page.frameLocator('iframe')
  // The helpers use only what a frame has too.
  const inside = frame as unknown as Page

  await test.step('signs in without a cookie', async () => {
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Sign in to Agio')
    await expect(frame.getByLabel('Email'), 'an unsigned address is not taken over').toHaveValue('')
    expect(warnings.join('\n')).toContain('email is not applied (signature_required)')
    expect(warnings.join('\n')).not.toContain('nonsense')
    await look(page, 'widget-sign-in')
    await frame.getByLabel('Email').fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
    await frame.getByRole('button', { name: 'Continue', exact: true }).click()
    await frame.getByLabel('Code from the email').fill('111111')
    await frame.getByRole('checkbox').check()
    await frame.getByRole('button', { name: 'Continue', exact: true }).click()
    expect(await page.context().cookies()).toEqual([])
  })

  await test.step('the partner’s pair is fixed', async () => {
    await expect(frame.getByLabel(/^You pay$/)).toHaveValue('250.00')
    await expect(frame.getByRole('button', { name: /^You pay: EUR/ })).toBeDisabled()
    await expect(frame.getByRole('radio', { name: 'Sell' })).toHaveCount(0)
    await expect(frame.getByRole('navigation')).toHaveCount(0)
  })

  await test.step('orders and pays', async () => {
    await frame.getByLabel(/^Your BTC address/).fill(BTC_ADDRESS)
    await expect(frame.getByText('valid', { exact: true })).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await look(page, 'widget-exchange')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByRole('button', { name: 'Confirm and pay' }).click()
    await payByCard(inside, '4242 4242 4242 4242')
    await succeeded(inside)
    await look(page, 'widget-done')
  })

  await test.step('the page around hears of it', async () => {
    const all = await heard(page)
    const types = all.map(({ type }) => type)
    for (const type of ['ready', 'height', 'session', 'transaction']) expect(types).toContain(type)
    const statuses = all.filter(({ type }) => type === 'transaction').map(({ payload }) => payload)
    expect(statuses.at(-1)).toMatchObject({ status: 'DONE', externalTransactionId: 'cart-7' })
    expect(JSON.stringify(all), 'no token leaves the frame').not.toMatch(/token|Bearer/i)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  await test.step('the partner sees the order, with its own id of it', async () => {
    await owner.goto('/profile/api-management')
    await owner.getByRole('button', { name: /Shop/ }).click()
    const order = owner.getByRole('listitem').filter({ hasText: 'cart-7' })
    await expect(order.getByText('Success')).toBeVisible()
    await expect(order).toContainText('250')
    await look(owner, 'widget-orders')
    await owner.context().close()
  })
  await site.close()
})

test('a signed launch fills in the customer’s email, and a page of another domain cannot open the widget', async ({
  page,
  browser,
}) => {
  let launch = ''
  const script = () => opens(`mode: 'inline', container: '#place', query: '${launch}'`)
  const [site, stranger] = [await startSite(script), await startSite(script)]
  const owner = await (await browser.newContext()).newPage()
  const { key, secret } = await makeWidget(owner, [site.domain])
  await owner.context().close()
  const query = `?apiKey=${key}&email=anna%40example.test&isEmailLocked=true&language=pl&timestamp=${Math.floor(Date.now() / 1000)}`
  const mark = createHmac('sha256', secret).update(query).digest('base64')
  launch = `${query}&signature=${encodeURIComponent(mark)}`
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Buy crypto' }).click()
  const email = page.frameLocator('iframe').getByRole('textbox')
  await expect(email).toHaveValue('anna@example.test')
  await expect(email).toHaveAttribute('readonly', '')
  await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('lang', 'pl')
  await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('height')

  const other = await (await browser.newContext()).newPage()
  const refusals: string[] = []
  other.on('console', (message) => refusals.push(message.text()))
  await other.goto(stranger.url)
  await other.getByRole('button', { name: 'Buy crypto' }).click()
  await expect.poll(() => refusals.join('\n')).toContain('frame-ancestors')
  await expect(other.frameLocator('iframe').getByRole('textbox')).toHaveCount(0)
  expect(await heard(other)).toEqual([])
  await other.context().close()
  await Promise.all([site.close(), stranger.close()])
})

test('a partner proves a domain, sets the widget up and copies its code', async ({ person: page }) => {
  await page.goto('/profile/api-management')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('radio', { name: /^Widget/ }).check()
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Domains of your pages').fill('shop.invalid, localhost:4455')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const key = page.locator('[data-secret]')
  await expect(key).toHaveText(/^pk_test_/)
  await expect(page.locator('[data-signing-secret]')).toHaveText(/^wsk_/)
  await look(page, 'widget-key-made')
  const text = (await key.textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: /Shop/ }).click()
  await expect(page.getByText(text).first(), 'a public key is shown again').toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The domain has no address yet.')).toBeVisible()

  const preview = page.frameLocator('iframe')
  await page.getByLabel('Kind of exchange').selectOption('sell')
  await page.getByRole('checkbox', { name: 'Only this kind' }).check()
  await page.getByLabel('Amount given').fill('0.5')
  await page.getByRole('checkbox', { name: 'Our name and logo' }).check()
  await expect(page.locator('[data-snippet]')).toContainText(`apiKey: "${text}"`)
  await expect(page.locator('[data-snippet]')).toContainText('displayTab: "sell"')
  await expect(page.locator('iframe')).toHaveAttribute('src', /displayTab=sell.*isBrandDisplayed=false/)
  await expect(preview.getByLabel('You sell', { exact: true })).toHaveValue('0.5')
  await expect(preview.getByRole('radio', { name: 'Buy' }), 'only one kind').toHaveCount(0)
  await look(page, 'widget-configurator')
  // The preview is a page of its own, with landmarks of its own.
  await page.locator('iframe').evaluate((preview) => preview.remove())
  await clean(page, 'the configurator of a widget')
})
