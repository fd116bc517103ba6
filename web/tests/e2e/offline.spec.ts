import type { Page } from '@playwright/test'
import { look } from './support/look'
import { expect, test } from './support/test'

test.use({ serviceWorkers: 'allow' })

/** Waits until the worker has cached everything and controls this page. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  // The worker also caches the language that the page loaded before it was active.
  const words = () =>
    page.evaluate(async () => {
      const first = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.startsWith('/assets/'))
      const found = await Promise.all(first.map((path) => caches.match(path)))
      return found.every(Boolean)
    })
  await expect.poll(words).toBe(true)
}

test('without a connection the app stays, says so, and goes on by itself', async ({ person: page, context }) => {
  await page.goto('/cabinet')
  await kept(page)
  await context.setOffline(true)
  // A page that was not opened before.
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/\/activity$/)
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
  // The same page after a reload.
  await page.goto('/exchange')
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await look(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /^You pay: / })).toBeVisible()
})

test('what is kept is of the build: no answer of the API, and nothing about a person', async ({ person: page }) => {
  await page.goto('/cabinet')
  await kept(page)
  await page.goto('/activity')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const { paths, shell } = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const kept = await caches.match('/shell')
    return { paths: all.flat().map(({ url }) => new URL(url).pathname), shell: await kept?.text() }
  })
  expect(paths.length).toBeGreaterThan(50)
  expect(
    paths.filter((path) => !/^\/(assets|coins)\/|^\/(first|theme-init)\.js$|^\/brand\/icon\.svg$|^\/shell$/.test(path)),
  ).toEqual([])
  expect(shell).not.toContain('data-visitor')
  expect(shell).not.toContain('id="prerendered"')
})

test('the console stays too, whatever page of it is opened, and goes on by itself', async ({ page, context }) => {
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await kept(page)
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/console')))).toBe(true)
  await context.setOffline(true)
  await page.goto('/console/customers')
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await look(page, 'console-offline')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
