import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Takes screenshots at phone and desktop widths in both themes, for manual review: `AGIO_E2E_LOOKS=folder`. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.AGIO_E2E_LOOKS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 880 })
    for (const theme of ['light', 'dark']) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value
      }, theme)
      await page.screenshot({
        path: join(folder, `${name}-${width}-${theme}.png`),
        fullPage: true,
        animations: 'disabled',
      })
    }
  }
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  if (before) await page.setViewportSize(before)
}
