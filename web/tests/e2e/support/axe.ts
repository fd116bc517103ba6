import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = [390, 1280]
const THEMES = ['light', 'dark']
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe finds nothing on the page as it stands, on a phone and on a desk, in either theme. */
export async function clean(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 880 })
    for (const theme of THEMES) {
      await wear(page, theme)
      // No page has frames, so that one run in the page is enough; what passes is not listed, which is most of the work.
      const axe = new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'] })
        .withTags(RULES)
      const found = await axe.analyze()
      const list = found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
      )
      expect.soft(list, `${where}, ${width} px, ${theme}`).toEqual([])
    }
  }
  await wear(page, 'light')
  if (before) await page.setViewportSize(before)
}

const wear = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
