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
  await page.getByText('Темна', { exact: true }).click()
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
  await expect(page.locator('#root').getByText('Nothing in progress')).toBeVisible()
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
  await expect(page.locator('#root').getByText('Nothing in progress')).toBeVisible()
  await expect.poll(() => lost.length).toBeGreaterThan(1)
  await expect(page.getByText('Something went wrong')).toBeHidden()
  await page.unroute(cutOff)
  const [asked] = await Promise.all([
    page.waitForRequest((request) => lost.includes(new URL(request.url()).pathname)),
    page.evaluate(() => dispatchEvent(new Event('online'))),
  ])
  expect((await asked.response())?.status()).toBe(200)
})
