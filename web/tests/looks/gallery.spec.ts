import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { OPEN } from '../../gallery/opened'
import { nameOf, shoot, WEARS } from './shots'

let server: ViteDevServer

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  server = await createServer({ root: join(import.meta.dirname, '../..'), server: { port: 0 }, logLevel: 'error' })
  await server.listen()
})

test.afterAll(() => server.close())

for (const wear of WEARS) {
  test(`gallery ${nameOf(wear)}`, async ({ page }) => {
    const { tenant, theme, lang } = wear
    const address = `${server.resolvedUrls?.local[0]}gallery?theme=${theme}&tenant=${tenant}&lang=${lang}`
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    expect(await shoot(page, 'gallery', wear)).toEqual([])
    for (const open of OPEN) {
      await page.goto(address)
      await page.getByRole('button', { name: `Open ${open}` }).click()
      await expect(page.getByRole('dialog').first()).toBeVisible()
      expect(await shoot(page, `gallery-${open}`, wear, 'window')).toEqual([])
    }
  })
}
