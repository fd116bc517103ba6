/**
 * Draws the icons of the installed app for tenants without branding: `npm run icons`. They are `public/icons/*.png`,
 * which are committed. A second run changes nothing.
 *
 * Some devices take no SVG icon. A tenant with its own colour or logo has its own SVG icon alone (`brand.rs` of the
 * server), because no tenant may show the platform's logo.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import base from '../playwright.config.ts'

const FOLDER = join(import.meta.dirname, '../public/icons')

/** Both as in `brand.rs`. */
const COLOR = '#0b6e5b'
const CORNER = 11

/** The platform's logo: the lines of `src/shell/Brand.tsx`, in a square of 26. */
const MARK = `<circle cx="13" cy="13" r="9.5" opacity=".35"/><path d="M8.25 21.2A9.5 9.5 0 1 1 21.9 16.3"/>`

type Icon = { name: string; size: number; corner: number }

/** Devices cut the last two into their own shape, so these fill the square. The logo is within its safe circle. */
const ICONS: readonly Icon[] = [
  { name: '192', size: 192, corner: CORNER },
  { name: '512', size: 512, corner: CORNER },
  { name: 'maskable-512', size: 512, corner: 0 },
  { name: 'apple-touch-180', size: 180, corner: 0 },
]

const drawing = ({ size, corner }: Icon) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 48 48">
<rect width="48" height="48" rx="${corner}" fill="${COLOR}"/>
<g transform="translate(11 11)" fill="none" stroke="#fff" stroke-width="6.5">${MARK}</g></svg>`

mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch(base.use?.launchOptions)
const page = await browser.newPage({ deviceScaleFactor: 1 })
for (const icon of ICONS) {
  const { name, size } = icon
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing(icon)}`)
  const bytes = await page.screenshot({ omitBackground: true })
  const path = join(FOLDER, `${name}.png`)
  const isSame = existsSync(path) && readFileSync(path).equals(bytes)
  if (!isSame) writeFileSync(path, bytes)
  console.log(`public/icons/${name}.png: ${bytes.length} bytes, ${isSame ? 'as before' : 'written'}`)
}
await browser.close()
