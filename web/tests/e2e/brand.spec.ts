import { clean } from './support/axe'
import { look } from './support/look'
import { SERVER_PORT } from './support/ports'
import { expect, test } from './support/test'

/** Two tenants of one server, distinguished by their host names. */
const AGIO = `http://localhost:${SERVER_PORT}`
const NOVA = `http://nova.localhost:${SERVER_PORT}`

test('each host shows its own tenant: name, colours, corners, languages, icon', async ({ page }) => {
  await page.goto(`${NOVA}/authentication`)
  await expect(page).toHaveTitle(/Nova$/)
  await expect(page.locator('html')).toHaveAttribute('lang', /en|pl/)
  const token = (name: string) =>
    page.evaluate((role) => getComputedStyle(document.documentElement).getPropertyValue(role).trim(), name)
  expect(await token('--brand')).toBe('#5a3df0')
  expect(await token('--r-l')).toBe('30px')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#5a3df0')
  const languages = page.getByLabel('Language').locator('option')
  await expect(languages).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nova')
  await clean(page, 'the sign-in page of another brand')
  await look(page, 'nova-sign-in')

  await page.goto(`${AGIO}/authentication`)
  await expect(page).toHaveTitle(/Agio$/)
  expect(await token('--brand')).toBe('#0b6e5b')
  await expect(page.getByLabel('Language').locator('option')).toHaveCount(4)
  await look(page, 'agio-sign-in')
})

test('the icon and the manifest of the installed app are the tenant’s own', async ({ request }) => {
  for (const [host, name, color] of [
    [`nova.localhost:${SERVER_PORT}`, 'Nova', '#5a3df0'],
    [`localhost:${SERVER_PORT}`, 'Agio', '#0b6e5b'],
  ] as const) {
    const manifest = await request.get(`${AGIO}/manifest.webmanifest`, { headers: { host } })
    expect(manifest.headers()['content-type']).toBe('application/manifest+json')
    const installed = (await manifest.json()) as { icons: { src: string; type: string }[] }
    expect(installed).toMatchObject({ name, theme_color: color, start_url: '/' })
    for (const { src, type } of installed.icons) {
      const drawing = await request.get(`${AGIO}${src}`, { headers: { host } })
      expect(drawing.headers()['content-type'], src).toBe(type)
    }
    const icon = await request.get(`${AGIO}/brand/icon.svg`, { headers: { host } })
    expect(icon.headers()['content-type']).toBe('image/svg+xml')
    expect(await icon.text()).toContain(color)
  }
})

test('a session of one tenant is unknown to the other', async ({ person: page }) => {
  await page.goto('/cabinet')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look(page, 'agio-cabinet')
  await page.goto(`${NOVA}/cabinet`)
  await expect(page).toHaveURL(/nova\.localhost:\d+\/$/)
  await expect(page.locator('#root').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await clean(page, 'the landing page of another brand')
  await look(page, 'nova-landing')
})

test('a person of the other tenant has its look everywhere', async ({ page }) => {
  await page.goto(`${NOVA}/authentication`)
  await page.getByRole('textbox').fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code from the email').fill('111111')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/cabinet$/)
  await expect(page.getByRole('link', { name: 'Exchange', exact: true }).first()).toBeVisible()
  await clean(page, 'the start page of another brand')
  await look(page, 'nova-cabinet')
})
