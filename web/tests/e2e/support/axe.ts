import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = [390, 1280]
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules about colours, which are all that a theme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Checks with axe that the page has no violations, at phone and desktop widths and in both themes. */
export async function clean(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  // Before the first render, axe would report a missing heading and landmark.
  await expect(page.locator('h1').first()).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 880 })
    const light = await found(page, 'light', () => axe(page).withTags(TAGS))
    expect.soft(light, `${where}, ${width} px, light`).toEqual([])
    const dark = await found(page, 'dark', () => axe(page).withRules(COLOUR_RULES))
    expect.soft(dark, `${where}, ${width} px, dark`).toEqual([])
  }
  await wear(page, 'light')
  if (before) await page.setViewportSize(before)
}

/** Applies a theme and waits until all colour transitions have ended. */
const wear = (page: Page, theme: string) =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((each) => each.finished))
  }, theme)

// No page has frames, so the legacy mode with a single run suffices. Listing only violations saves most of the time.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** The violations in a theme. Axe may run during a render, so a violation counts only if a second run confirms it. */
async function found(page: Page, theme: string, builder: () => AxeBuilder): Promise<string[]> {
  const look = async () => {
    await wear(page, theme)
    const { violations } = await builder().analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  }
  const first = await look()
  return first.length > 0 ? look() : first
}
