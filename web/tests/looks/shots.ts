import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export const FOLDER = join(import.meta.dirname, '../../looks')

export const WIDTHS = [320, 390, 768, 1280] as const

/** The tenant, theme and language of a picture. */
export type Wear = { tenant: 'agio' | 'nova'; theme: 'light' | 'dark'; lang: 'en' | 'uk' }

/** Every two of tenant, theme and language meet, in half as many pictures as all of them would need. */
export const WEARS: readonly Wear[] = [
  { tenant: 'agio', theme: 'light', lang: 'en' },
  { tenant: 'agio', theme: 'dark', lang: 'uk' },
  { tenant: 'nova', theme: 'light', lang: 'uk' },
  { tenant: 'nova', theme: 'dark', lang: 'en' },
]

export const nameOf = ({ tenant, theme, lang }: Wear) => `${tenant}-${theme}-${lang}`

/**
 * Pictures of the whole page, or of what the window shows of it, at every width. Returns the widths at which it scrolls
 * sideways.
 */
export async function shoot(
  page: Page,
  screen: string,
  wear: Wear,
  part: 'page' | 'window' = 'page',
): Promise<number[]> {
  await mkdir(FOLDER, { recursive: true })
  const over: number[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    const path = join(FOLDER, `${screen}.${nameOf(wear)}.${width}.png`)
    // The gallery is a very long page, and two pictures are taken at once.
    await page.screenshot({ path, fullPage: part === 'page', animations: 'disabled', timeout: 60_000 })
    if (await page.evaluate((most) => document.documentElement.scrollWidth > most, width)) over.push(width)
  }
  return over
}

/** The pictures of the folder, by screen. */
export async function taken(): Promise<Map<string, string[]>> {
  const screens = new Map<string, string[]>()
  for (const file of (await readdir(FOLDER)).filter((name) => /\.\d+\.png$/.test(name)).toSorted()) {
    const [screen = ''] = file.split('.')
    screens.set(screen, [...(screens.get(screen) ?? []), file])
  }
  return screens
}
