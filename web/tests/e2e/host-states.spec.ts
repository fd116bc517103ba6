import type { Page } from '@playwright/test'
import { look } from './support/look'
import { beShell } from './support/native'
import { beTelegram, initData, launchAddress, somebody } from './support/telegram'
import { expect, signIn, test } from './support/test'

const API = /\/api\/(client|mobile)\/v1\//
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The hosts with a session in a cookie, and what is around the page there. */
const HOSTS = {
  display: { path: '', prepare: async () => undefined },
  messenger: { path: '/messenger', prepare: (page: Page) => beTelegram(page) },
  native: { path: '/native', prepare: (page: Page) => beShell(page) },
} as const

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  headers: { 'x-request-id': 'req-of-this-test' },
  body: JSON.stringify({ code, status, message: code, request_id: 'req-of-this-test', errors: [], meta: {} }),
})

for (const [host, { path, prepare }] of Object.entries(HOSTS)) {
  test.describe(`in ${host}`, () => {
    test.beforeEach(async ({ page }) => {
      await prepare(page)
      await signIn(page, `${crypto.randomUUID().slice(0, 8)}@example.test`)
    })

    test('maintenance is said, and the page goes on after it', async ({ page }) => {
      await page.goto(`${path}/profile`)
      await expect(heading(page)).toBeVisible()
      await page.route(API, (route) => route.fulfill(problem(503, 'SERVICE_UNAVAILABLE')))
      await page.goto(`${path}/activity`)
      await expect(page.getByText('We are working on the service').first()).toBeVisible({ timeout: 30_000 })
      await look(page, `state-maintenance-${host}`)
      await page.unroute(API)
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await expect(heading(page)).toHaveText('Activity')
    })

    test('a session that has ended says so, and returns to its page', async ({ page }) => {
      await page.goto(`${path}/profile`)
      await expect(heading(page)).toHaveText('Profile')
      await page.context().clearCookies()
      await page.route(API, (route) => {
        const isSignIn = /\/(login|auth)/.test(route.request().url())
        return isSignIn ? route.continue() : route.fulfill(problem(401, 'UNAUTHORIZED_REQUEST'))
      })
      // A request of the page may meet the end of the session before the click does.
      const activity = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })
      await Promise.race([activity.click(), page.waitForURL(new RegExp(`${path}/authentication`))])
      await expect(page).toHaveURL(new RegExp(`${path}/authentication`))
      await expect(page.getByText('session', { exact: false }).first()).toBeVisible()
      await look(page, `state-expired-${host}`)
    })

    test('a connection that stays lost is said with a reload, which tries again', async ({ page }) => {
      await page.clock.install()
      let tries = 0
      await page.routeWebSocket('**/api/client/v1/ws', (socket) => {
        tries += 1
        void socket.close()
      })
      await page.goto(`${path}/profile`)
      await expect(heading(page)).toHaveText('Profile')
      const notice = page.getByRole('status').filter({ hasText: 'Unstable connection' })
      for (const count of [1, 2, 3]) {
        await expect.poll(() => tries).toBe(count)
        await expect(notice).toBeHidden()
        // The page may still handle the close when the clock moves.
        await expect(async () => {
          await page.clock.runFor(11_000)
          expect(tries).toBe(count + 1)
        }).toPass()
      }
      await expect(notice).toBeVisible()
      await look(page, `state-unstable-${host}`)
      await notice.getByRole('button', { name: 'Reload' }).click()
      await expect.poll(() => tries).toBeGreaterThan(4)
      await expect(heading(page)).toHaveText('Profile')
    })

    test('an error of the app keeps its navigation, names the request and can be tried again', async ({ page }) => {
      await page.goto(`${path}/profile`)
      await expect(heading(page)).toHaveText('Profile')
      await page.route(/\/transactions/, (route) => route.fulfill(problem(400, 'BAD_REQUEST')))
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 })
      await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
      await page.unroute(/\/transactions/)
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await expect(page.getByRole('alert')).toBeHidden()
    })

    test('an address of another host leads to this one’s start', async ({ page }) => {
      await page.goto(`${path}/payment`)
      await expect(page).toHaveURL(new RegExp(`${path}/cabinet$`))
      await page.goto(`${path}/forbidden`)
      await expect(heading(page)).toHaveText('Not available in your country')
      await page.getByRole('link', { name: 'Go home' }).click()
      await expect(page).toHaveURL(new RegExp(`${path}/cabinet$`))
      await page.goto(`${path}/no-such-page`)
      await expect(heading(page)).toHaveText('Page not found')
    })
  })
}

test('in the pay-frame, every address but its own leads to the payment', async ({ page }) => {
  for (const path of ['cabinet', 'profile', 'exchange', 'authentication', 'native-error', 'no-such-page', '']) {
    await page.goto(`/pay/${path}`)
    await expect(page).toHaveURL(/\/pay\/payment$/)
    await expect(page.getByText('This payment link does not work')).toBeVisible()
  }
})

test('in Telegram, the landing page and shared statuses lead to the start', async ({ page }) => {
  await beTelegram(page)
  for (const path of ['', '/status', '/provider-return', '/native-error']) {
    await page.goto(`/messenger${path}`)
    await expect(page).toHaveURL(/\/messenger\/authentication/)
  }
  await page.goto(launchAddress(initData(somebody()), '#ffffff'))
  await expect(heading(page)).toHaveText('Sign in to Agio')
})
