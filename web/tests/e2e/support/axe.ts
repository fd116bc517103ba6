import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WIDTHS = [390, 1280]
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A theme changes colours and nothing else: these are the rules that look at them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Axe finds nothing on the page as it stands, on a phone and on a desk, in either theme. */
export async function clean(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  // A page that has not rendered yet has no heading and no landmark, which axe would report of it.
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

/** Puts the theme on and waits until no colour is on its way to another. */
const wear = (page: Page, theme: string) =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((each) => each.finished))
  }, theme)

// No page has frames, so that one run in the page is enough; what passes is not listed, which is most of the work.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** What axe finds in a theme. Axe can measure in the middle of a render, so a finding counts only if it is there twice. */
async function found(page: Page, theme: string, builder: () => AxeBuilder): Promise<string[]> {
  const look = async () => {
    await wear(page, theme)
    const { violations } = await builder().analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  }
  const first = await look()
  return first.length > 0 ? look() : first
}
