import { expect, type Frame, type Page } from '@playwright/test'
import axe, { type RunOnly } from 'axe-core'

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
    const rules: RunOnly = isWhole ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES }
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

/** Loads axe into a document once, because its source is large and a page is checked several times. */
async function load(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/** The violations in a theme. Axe may run during a render, so a violation counts only if a second run confirms it. */
async function found(page: Page, theme: string, rules: RunOnly): Promise<string[]> {
  const look = async () => {
    await wear(page, theme)
    await Promise.all(page.frames().map(load))
    return page.evaluate(async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // Listing only violations saves most of the time.
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
    }, rules)
  }
  const first = await look()
  return first.length > 0 ? look() : first
}
