import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules about colours, which are all that a theme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const ALL = process.env.AGIO_E2E_ALL === '1'

/** What is checked: the whole page on a phone, colours in the other theme and on a desktop. `make test-all` checks all. */
const CHECKS = [
  { width: 390, theme: 'light', isWhole: true },
  { width: 390, theme: 'dark', isWhole: false },
  { width: 1280, theme: 'light', isWhole: ALL },
  ...(ALL ? [{ width: 1280, theme: 'dark', isWhole: false }] : []),
]

/** Checks with axe that the page has no violations, at phone and desktop widths and in both themes. */
export async function clean(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  // Before the first render, axe would report a missing heading and landmark.
  await expect(page.locator('h1').first()).toBeVisible()
  for (const { width, theme, isWhole } of CHECKS) {
    await page.setViewportSize({ width, height: 880 })
    const rules = () => (isWhole ? axe(page).withTags(TAGS) : axe(page).withRules(COLOUR_RULES))
    expect.soft(await found(page, theme, rules), `${where}, ${width} px, ${theme}`).toEqual([])
  }
  await wear(page, 'light')
  if (before) await page.setViewportSize(before)
}

/**
 * Applies a theme and ends all colour transitions. It does not wait for them, because one on an element that is not drawn
 * never ends.
 */
const wear = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name
    for (const each of document.getAnimations())
      if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish()
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
