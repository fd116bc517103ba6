import type { Page } from '@playwright/test'
import { expect, settingSaved, signIn, test } from './support/test'

test('language and theme follow a person to another machine', async ({ page, browser }) => {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  await signIn(page, email)
  await page.goto('/profile')
  const spoken = settingSaved(page)
  await page.getByLabel('Language').selectOption('uk')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Профіль')
  await spoken
  const saved = settingSaved(page)
  await page.getByLabel('Тема').selectOption('dark')
  await saved

  const other = await (await browser.newContext()).newPage()
  await signIn(other, email)
  await other.goto('/profile')
  await expect(other.locator('html')).toHaveAttribute('lang', 'uk')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.context().close()
})

test('a drawer holds the focus, gives it back, and closes on browser back', async ({ person: page }) => {
  await page.goto('/cabinet')
  // The app's own link: a link of the prerendered page would cause a full page load, and going back another one.
  await page.locator('#root').getByRole('link', { name: 'Exchange', exact: true }).click()
  const pill = page.getByRole('button', { name: /^You receive: / })
  const drawer = page.getByRole('dialog')
  await pill.click()
  await expect(drawer.getByRole('searchbox')).toBeFocused()
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key)
    await expect(page.locator('main :focus, nav :focus')).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(pill).toBeFocused()

  await pill.click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/exchange$/)
})

test('a page that fails while nothing more can be fetched says so, and is tried again', async ({ person: page }) => {
  const named = await (await page.request.get('/cabinet')).text()
  const cutOff = '**/{assets/*.js,api/client/v1/auth}'
  // Only files that the page itself names can load.
  await page.route(cutOff, (route) =>
    named.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort('connectionreset'),
  )
  await page.goto('/cabinet')
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await page.unroute(cutOff)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('#root').getByText('Make your first purchase')).toBeVisible()
})

test('a page stands without what only few need, and asks for that again when the connection is back', async ({
  person: page,
}) => {
  const named = await (await page.request.get('/cabinet')).text()
  const lost: string[] = []
  const cutOff = '**/assets/*.js'
  await page.route(cutOff, (route) => {
    const { pathname } = new URL(route.request().url())
    if (named.includes(pathname)) return route.continue()
    lost.push(pathname)
    return route.abort('connectionreset')
  })
  await page.goto('/cabinet')
  await expect(page.locator('#root').getByText('Make your first purchase')).toBeVisible()
  await expect.poll(() => lost.length).toBeGreaterThan(1)
  await expect(page.getByText('Something went wrong')).toBeHidden()
  await page.unroute(cutOff)
  const [asked] = await Promise.all([
    page.waitForRequest((request) => lost.includes(new URL(request.url()).pathname)),
    page.evaluate(() => dispatchEvent(new Event('online'))),
  ])
  expect((await asked.response())?.status()).toBe(200)
})

/** Drags a drawer down by its title, slowly, so that the distance decides and not the speed. */
async function drag(page: Page, title: string, share: number): Promise<void> {
  const drawer = page.getByRole('dialog', { name: title })
  const height = (await drawer.boundingBox())?.height ?? 0
  const from = await drawer.getByRole('heading', { name: title }).boundingBox()
  const [x, y] = [(from?.x ?? 0) + 20, (from?.y ?? 0) + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await page.mouse.move(x, y + height * share * part)
    await page.waitForTimeout(120)
  }
  // A rest before the release: the movement is not a quick one.
  await page.waitForTimeout(300)
  await page.mouse.up()
}

test('a drawer closes by a swipe past a tenth of its height, and stays for less', async ({ person: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/cabinet')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Prices to watch' })
  await expect(drawer.getByRole('heading')).toBeVisible()
  await drag(page, 'Prices to watch', 0.06)
  await page.waitForTimeout(400)
  await expect(drawer).toBeVisible()
  await drag(page, 'Prices to watch', 0.2)
  await expect(drawer).toBeHidden()
})
