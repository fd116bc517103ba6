import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { BOT_NAME, beTelegram, initData, launchAddress, receive, somebody, told } from './support/telegram'
import { expect, signIn, test } from './support/test'

const LIGHT = '#ffffff'
const DARK = '#17212b'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const theme = (page: Page) => page.locator('html')

/** Opens the mini app from another page, as a tap on the bot's button does. */
async function open(page: Page, user: number, ground = LIGHT, start?: string) {
  await page.goto('about:blank')
  await beTelegram(page)
  await page.goto(launchAddress(initData(user, start), ground))
}

/** Registers a new account. A browser shows the slides only for its first account. */
async function register(page: Page, isFirst = true): Promise<string> {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill('111111')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  if (isFirst) await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/messenger\/cabinet$/)
  return email
}

test('somebody new registers once in Telegram and is let in from then on', async ({ page }) => {
  const user = somebody()
  await open(page, user, DARK)
  await expect(heading(page)).toHaveText('Sign in to Agio')
  expect(page.url(), 'what signs in is not left in the address').not.toContain('tgWebApp')
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
  expect((await told(page)).map(({ name }) => name)).toContain('web_app_ready')
  await page.evaluate(() => {
    const { Telegram } = window as unknown as {
      Telegram: { WebView: { receiveEvent: (name: string, data: unknown) => void } }
    }
    Telegram.WebView.receiveEvent('theme_changed', { theme_params: { bg_color: '#ffffff' } })
  })
  await expect(theme(page), 'the theme changes with Telegram’s').toHaveAttribute('data-theme', 'light')
  await clean(page, 'signing in inside Telegram')
  const email = await register(page)
  await look(page, 'messenger-home')
  await page.context().clearCookies()
  await open(page, user, LIGHT)
  await expect(page).toHaveURL(/\/messenger\/cabinet$/)
  await expect(theme(page)).toHaveAttribute('data-theme', 'light')
  await page.goto('/messenger/profile')
  await expect(page.locator('#main').getByText(email).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlink Telegram' })).toBeVisible()
  await clean(page, 'the profile inside Telegram')
  await look(page, 'messenger-profile')
})

test('another user of the messenger does not find the one before', async ({ page }) => {
  await open(page, somebody())
  const first = await register(page)
  await open(page, somebody())
  await expect(heading(page)).toHaveText('Sign in to Agio')
  await register(page, false)
  await page.goto('/messenger/profile')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(page.getByText(first)).toHaveCount(0)
})

test('a person who has an account links Telegram there, and a browser leads to the bot', async ({ person: page }) => {
  await page.goto('/profile')
  const lead = page.getByRole('link', { name: 'Open the app in Telegram to link it' })
  await expect(lead).toHaveAttribute('href', `https://t.me/${BOT_NAME}?startapp`)
  const user = somebody()
  await open(page, user)
  await expect(page).toHaveURL(/\/messenger\/cabinet$/)
  // On a phone the link has its own name, on a desktop the customer's.
  await page
    .getByRole('link', { name: 'Profile' })
    .or(page.getByRole('navigation', { name: 'Account' }).getByRole('link').last())
    .click()
  await page.getByRole('button', { name: 'Link Telegram' }).click()
  await expect(page.getByRole('button', { name: 'Unlink Telegram' })).toBeVisible()
  await page.context().clearCookies()
  await open(page, user)
  await expect(page, 'the launch alone lets them in').toHaveURL(/\/messenger\/cabinet$/)
})

test('the referrer of a person is stored', async ({ page }) => {
  const noted = page.waitForResponse('**/api/client/v1/utm-params')
  await open(page, somebody(), LIGHT, 'ref_279058397')
  await expect(heading(page)).toHaveText('Sign in to Agio')
  const kept = await page.evaluate(() => localStorage.getItem('agio.campaign'))
  expect(JSON.parse(kept ?? '')).toEqual({
    utm_source: 'telegram',
    utm_medium: 'referral',
    utm_campaign: '279058397',
  })
  await register(page)
  expect((await noted).ok()).toBe(true)
})

test('Telegram’s own button leads back, and its bars have the colour of the page', async ({ page }) => {
  await open(page, somebody())
  await register(page)
  const last = async (event: string) => (await told(page)).findLast(({ name }) => name === event)?.data
  const press = (name: string, data: object = {}) =>
    page.evaluate(
      ([event, content]) => {
        const { Telegram } = window as unknown as {
          Telegram: { WebView: { receiveEvent: (name: string, data: unknown) => void } }
        }
        Telegram.WebView.receiveEvent(event as string, content)
      },
      [name, data] as const,
    )
  await expect.poll(() => last('web_app_setup_back_button')).toEqual({ is_visible: false })
  await page.goto('/messenger/profile/api-management')
  await expect(heading(page)).toHaveText('API keys')
  await expect.poll(() => last('web_app_setup_back_button')).toEqual({ is_visible: true })
  await expect(page.locator('.back'), 'one way back is enough').toBeHidden()
  await press('back_button_pressed')
  await expect(page).toHaveURL(/\/messenger\/profile$/)
  await expect.poll(() => last('web_app_setup_back_button')).toEqual({ is_visible: false })
  await expect.poll(() => last('web_app_set_header_color')).toEqual({ color: expect.stringMatching(/^#[0-9a-f]{6}$/i) })
  await press('content_safe_area_changed', { top: 44, bottom: 0, left: 0, right: 0 })
  await expect(page.locator('body')).toHaveCSS('padding-top', '44px')
  await look(page, 'messenger-inset')
})

test('Telegram’s main button is the page’s, its storage keeps the settings, and no swipe closes the app', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const last = async (event: string) => (await told(page)).findLast(({ name }) => name === event)?.data
  await open(page, somebody())
  await expect.poll(() => last('web_app_setup_swipe_behavior')).toEqual({ allow_vertical_swipe: false })
  await register(page)

  await test.step('the button that leads on', async () => {
    await page.goto('/messenger/exchange')
    const shown = async () => (await last('web_app_setup_main_button'))?.text
    await expect.poll(shown).toBe('Continue')
    await expect(page.locator('#main').getByRole('button', { name: 'Continue', exact: true })).toBeHidden()
    expect(await last('web_app_setup_main_button')).toMatchObject({
      is_visible: true,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      text_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    })
    await page.getByLabel(/^You pay$/).fill('100')
    await expect.poll(() => last('web_app_setup_main_button')).toMatchObject({ is_active: true })
    await look(page, 'messenger-main-button')
    await receive(page, 'main_button_pressed')
    await expect(page).toHaveURL(/\/messenger\/exchange\/requisites$/)
    await page.goto('/messenger/activity')
    await expect.poll(() => last('web_app_setup_main_button')).toEqual({ is_visible: false })
  })

  await test.step('the storage of the device', async () => {
    await page.goto('/messenger/profile')
    await expect.poll(() => last('web_app_secure_storage_get_key')).toEqual({ req_id: 'restore', key: 'settings' })
    await page.getByLabel('Theme').selectOption('dark')
    await expect
      .poll(async () => String((await last('web_app_secure_storage_save_key'))?.value))
      .toContain('"agio.theme":"dark"')
    expect(String((await last('web_app_secure_storage_save_key'))?.value)).not.toMatch(/agio\.telegram|ag[ar]_/)
    await page.evaluate(() => localStorage.removeItem('agio.locale'))
    await receive(page, 'secure_storage_key_received', { req_id: 'restore', value: '{"agio.locale":"pl"}' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  })
})

test('a launch outside Telegram is a link like any other: it signs nobody in and nobody out', async ({ page }) => {
  const user = somebody()
  await open(page, user)
  await register(page)
  const browser = page.context().browser()
  const outside = await (await browser?.newContext())?.newPage()
  if (!outside) throw new Error('there is no browser')
  await outside.goto(launchAddress(initData(user), LIGHT))
  await expect(heading(outside)).toHaveText('Sign in to Agio')
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(outside, email)
  await outside.goto('about:blank')
  await outside.goto(launchAddress(initData(user), LIGHT))
  await outside.goto('/messenger/profile')
  await expect(outside.locator('#main').getByText(email).first()).toBeVisible()
  await outside.context().close()
})

test('a launch that Telegram did not sign lets nobody in and says so', async ({ page }) => {
  await beTelegram(page)
  await page.goto(launchAddress(initData(somebody()).replace(/hash=..../, 'hash=0000'), LIGHT))
  await expect(page.getByRole('status').filter({ hasText: 'Sign-in through Telegram failed.' })).toContainText(
    /[0-9a-f-]{32,36}: Sign-in through Telegram failed/,
  )
  await expect(heading(page)).toHaveText('Sign in to Agio')
})

test('a session goes on in the person’s own browser, once', async ({ page, browser }) => {
  await open(page, somebody())
  const email = await register(page)
  await page.goto('/messenger/profile')
  await page.getByRole('button', { name: 'Open in your browser' }).click()
  const link = async () => (await told(page)).find(({ name }) => name === 'web_app_open_link')?.data.url
  await expect.poll(link).toMatch(/\/cabinet#handover=/)
  const url = String(await link())

  const fresh = await (await browser.newContext()).newPage()
  fresh.on('dialog', (dialog) => void dialog.accept())
  await fresh.goto(url)
  // The page clears the address before the session exists; leaving now would waste the code.
  await expect(fresh.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(fresh).toHaveURL(/\/cabinet$/)
  await fresh.goto('/profile')
  await expect(fresh.locator('#main').getByText(email).first()).toBeVisible()
  await fresh.context().close()
  const late = await (await browser.newContext()).newPage()
  await late.goto(url)
  await expect(late.getByRole('status').filter({ hasText: 'expired or has already been used' })).toContainText(
    /[0-9a-f-]{32,36}: /,
  )
  await expect(late.getByLabel('Email')).toBeVisible()
  await late.context().close()
})

test('a handed-over session lands where it says, and makes nobody another person', async ({ page, browser }) => {
  const token = await signIn(page, `${crypto.randomUUID().slice(0, 8)}@example.test`)
  const code = async () => {
    const made = await page.request.post('/api/client/v1/auth/seamless/codes', {
      headers: { authorization: `Bearer ${token}` },
      data: { host: 'localhost' },
    })
    return ((await made.json()) as { code: string }).code
  }
  // A link can belong to somebody else's account, so nobody enters without having said so.
  const wary = await (await browser.newContext()).newPage()
  const asked = wary.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss()
    return dialog.message()
  })
  await wary.goto(`/profile/devices#handover=${await code()}`)
  expect(await asked).toMatch(/^Sign in as .•••@example\.test\?/)
  await expect(wary.getByLabel('Email')).toBeVisible()
  await wary.context().close()

  const there = await (await browser.newContext()).newPage()
  there.on('dialog', (dialog) => void dialog.accept())
  await there.goto(`/profile/devices#handover=${await code()}`)
  await expect(heading(there)).toHaveText('Devices')
  expect(there.url()).not.toContain('handover')
  await there.context().close()

  const other = await (await browser.newContext()).newPage()
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(other, email)
  await other.goto(`/profile#handover=${await code()}`)
  await expect(other.locator('#main').getByText(email).first()).toBeVisible()
  await other.context().close()
})

test('a promo code from an address goes along with the sign-in, and leaves the address', async ({ page }) => {
  await page.goto('/?promocode=SPRING-26&utm_source=mail')
  await expect(heading(page)).toHaveText('Buy crypto and see the whole cost first.')
  await expect(page).not.toHaveURL(/promocode|utm/)
  await page
    .locator('#root')
    .getByLabel('Email')
    .fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
  await page.locator('#root').getByRole('button', { name: 'Continue', exact: true }).click()
  const finish = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/login?'))
  await page.getByLabel('Code from the email').fill('111111')
  expect((await finish).url()).toContain('promocode=SPRING-26')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/cabinet$/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('agio.promocode'))).toBeNull()
})
