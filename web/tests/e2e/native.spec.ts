import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { beShell, lastSaid, STORE, said, tellPage } from './support/native'
import { expect, signIn, test } from './support/test'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const PHONE = { width: 390, height: 844 }

async function enter(page: Page): Promise<void> {
  await signIn(page, `${crypto.randomUUID().slice(0, 8)}@example.test`)
}

test('a native app is greeted, dressed and led back, and its requests say their version', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await beShell(page)
  await enter(page)
  const asked = page.waitForRequest('**/api/mobile/v1/user')
  await page.goto('/native/cabinet')
  await expect(heading(page)).toHaveText(/^Hello/)
  expect((await asked).headers()['app-version']).toBe('ios/2.4.0')
  await expect.poll(async () => (await said(page)).map(({ type }) => type)).toContain('ready')
  const [hello] = await said(page)
  expect(hello).toMatchObject({ v: 1, type: 'hello', payload: { versions: [1] } })
  await expect(page.locator('body')).toHaveCSS('padding-top', '47px')
  await expect.poll(() => lastSaid(page, 'back')).toEqual({ is_taken: false })
  expect(await lastSaid(page, 'bars')).toEqual({ color: expect.stringMatching(/^#[0-9a-f]{6}$/), scheme: 'light' })
  await tellPage(page, 'scheme', { scheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(() => lastSaid(page, 'bars')).toMatchObject({ scheme: 'dark' })
  await tellPage(page, 'scheme', { scheme: 'light' })
  await look(page, 'native-home')
  await clean(page, 'home in the native app')

  await test.step('the gesture leads back, and home from a first page', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: /^Devices/ }).click()
    await expect(heading(page)).toHaveText('Devices')
    await expect.poll(() => lastSaid(page, 'back')).toEqual({ is_taken: true })
    await tellPage(page, 'back', {})
    await expect(page).toHaveURL(/\/native\/profile$/)
    await tellPage(page, 'back', {})
    await expect(page).toHaveURL(/\/native\/cabinet$/)
    await expect.poll(() => lastSaid(page, 'back')).toEqual({ is_taken: false })
  })

  await test.step('links of the system open pages of this host only', async () => {
    await tellPage(page, 'link', { url: new URL('/activity', page.url()).href })
    await expect(page).toHaveURL(/\/native\/activity$/)
    await tellPage(page, 'link', { url: 'https://evil.example/native/profile' })
    await expect(page.getByText('This link opens nothing here.')).toBeVisible()
    await tellPage(page, 'teleport', { to: '/profile' })
    await tellPage(page, 'link', { url: '/profile' }, 2)
    await expect(page).toHaveURL(/\/native\/activity$/)
    // A page of another host leads to this one's start.
    await tellPage(page, 'link', { url: '/status#secret' })
    await expect(page).toHaveURL(/\/native\/cabinet$/)
  })
})

test('the app is locked after an absence, opens by a proof of the person, and can always be left', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await beShell(page, { biometry: ['ok', 'failed', 'ok'] })
  await enter(page)
  await page.clock.install()
  await page.goto('/native/profile')
  // All of the row is the label of its switch.
  await page.getByText('Lock the app', { exact: true }).click()
  await expect(page.getByLabel('Lock the app')).toBeChecked()
  await look(page, 'native-lock-row')
  await tellPage(page, 'active', { is_active: false })
  await page.clock.fastForward(30_000)
  await tellPage(page, 'active', { is_active: true })
  await expect(page.getByRole('heading', { name: 'The app is locked' }), 'a short look elsewhere').toBeHidden()
  await tellPage(page, 'active', { is_active: false })
  await page.clock.fastForward(61_000)
  await tellPage(page, 'active', { is_active: true })
  await expect(page.getByRole('heading', { name: 'The app is locked' })).toBeVisible()
  await expect(page.getByText('It was not recognised.', { exact: false })).toBeVisible()
  await clean(page, 'the locked app')
  await look(page, 'native-locked')
  await tellPage(page, 'back', {})
  await expect(page, 'the gesture leads nowhere behind the lock').toHaveURL(/\/native\/profile$/)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('heading', { name: 'The app is locked' })).toBeHidden()

  await beShell(page, { biometry: ['unavailable'] })
  await page.goto('/native/activity')
  await expect(page.getByText('This device has no fingerprint', { exact: false })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  // The title of the lock is a heading of this level too, until it closes.
  await expect(page.getByRole('heading', { name: 'Sign in to Agio' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The app is locked' })).toBeHidden()
})

test('messages are turned on by the app’s own push service, and a refusal says where to undo it', async ({ page }) => {
  const address = {
    endpoint: `https://push.example/${crypto.randomUUID()}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  await page.setViewportSize(PHONE)
  await enter(page)
  await beShell(page, { push: { state: 'denied' } })
  await page.goto('/native/profile/notification-settings')
  await page.getByRole('button', { name: 'Turn on on this device' }).click()
  await expect(page.getByText('This device does not let the app show messages.', { exact: false })).toBeVisible()
  await look(page, 'native-push-refused')
  await page.getByRole('button', { name: 'Open the settings' }).click()
  expect((await said(page)).map(({ type }) => type)).toContain('settings')

  await beShell(page, { push: { state: 'granted', address } })
  await page.reload()
  await page.getByRole('button', { name: 'Turn on on this device' }).click()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  expect(await lastSaid(page, 'push')).toMatchObject({ public_key: expect.stringMatching(/^[\w-]{80,}$/) })
  await clean(page, 'messages of the native app')
})

test('the app keeps the settings that a system may delete, and no secret', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await beShell(page, { storage: { 'agio.onboarding': '1', 'agio.leave': '1', token: 'x' } })
  await enter(page)
  await page.goto('/native/profile')
  await expect(heading(page)).toHaveText('Profile')
  const own = () =>
    page.evaluate(() => ['agio.onboarding', 'agio.leave', 'token'].map((key) => localStorage.getItem(key)))
  expect(await own()).toEqual(['1', null, null])
  await page.getByLabel('Theme').selectOption('dark')
  const stored = async () => (await said(page)).filter(({ type }) => type === 'store').map(({ payload }) => payload)
  await expect.poll(stored).toContainEqual({ key: 'agio.theme', value: 'dark' })
  await page.evaluate(() => localStorage.clear())
  expect(await stored()).toContainEqual({ key: 'agio.theme', value: null })
  const all = JSON.stringify(await said(page))
  expect(all).not.toMatch(/ag[ar]_/)
})

test('shared things and foreign pages go to the system', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await beShell(page)
  await enter(page)
  await page.goto('/native/cabinet')
  await expect(heading(page)).toHaveText(/^Hello/)
  await page.evaluate(() => navigator.share({ title: 'An order', url: 'https://bank.example/status#x' }))
  expect(await lastSaid(page, 'share')).toEqual({ title: 'An order', url: 'https://bank.example/status#x' })
  await page.evaluate(() => {
    for (const href of ['https://explorer.example/tx/1', 'javascript:alert(1)', 'other-app://pay']) {
      const link = document.createElement('a')
      Object.assign(link, { href, target: '_blank' })
      document.querySelector('main')?.append(link)
      link.click()
      link.remove()
    }
  })
  const opened = (await said(page)).filter(({ type }) => type === 'open').map(({ payload }) => payload.url)
  expect(opened).toEqual(['https://explorer.example/tx/1'])
})

test('an app that is too old says so in place of every page, and leads to the store', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await beShell(page, { version: '1.9' })
  await page.goto('/native/support')
  const card = page.getByText('Update the app')
  await expect(card).toBeVisible()
  await look(page, 'native-update')
  await clean(page, 'an app that is too old')
  await page.getByRole('button', { name: 'Open the store' }).click()
  expect(await lastSaid(page, 'open')).toEqual({ url: STORE })
  await enter(page)
  await page.goto('/native/cabinet')
  await expect(card, 'with a session too').toBeVisible()
})

test('an app with its own navigation gets pages without ours', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await beShell(page, { abilities: ['tabs'] })
  await enter(page)
  await page.goto('/native/profile')
  await expect(heading(page)).toHaveText('Profile')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await tellPage(page, 'link', { url: '/activity' })
  await expect(heading(page)).toHaveText('Activity')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.goto('/native/profile')
  await expect(page.getByLabel('Lock the app'), 'what the app cannot is not offered').toHaveCount(0)
})

test('a newer version in the store is said once, and stops nothing', async ({ page }) => {
  await beShell(page, { version: '2.1' })
  await page.goto('/native/support')
  await expect(page.getByText('A newer version of the app is in the store.')).toBeVisible()
  await expect(heading(page)).not.toHaveText('Update the app')
})

test('a page of the app outside of the app, or in a broken one, says what to do', async ({ page }) => {
  await page.goto('/native/profile')
  await expect(page).toHaveURL(/\/native\/native-error\?reason=absent$/)
  await expect(page.getByText('This page belongs to the app')).toBeVisible()
  await look(page, 'native-absent')
  await clean(page, 'a page of the app in a browser')
  await page.getByRole('link', { name: 'Use the browser' }).click()
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await page.goto('/native-error')
  await expect(page, 'it is no page of the browser').toHaveURL(/localhost:\d+\/$/)

  await beShell(page, { isSilent: true })
  await page.goto('/native/profile')
  await expect(page).toHaveURL(/reason=silent$/)
  await expect(page.getByText('The app did not answer')).toBeVisible()
  await beShell(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Sign in to Agio')
  await tellPage(page, 'error', { reason: 'storage' })
  await expect(page.getByText('The device has no free space')).toBeVisible()
})
