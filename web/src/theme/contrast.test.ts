import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brandIn, contrast, derivedFrom, type Role } from './colours'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const theme = read('./theme.css')
const derived = read('./derived.css').split('@supports')

function roles(css: string, selector: string, value: RegExp): Record<Role, string> {
  const block = css.slice(css.indexOf(`${selector} {`))
  const found = block.slice(0, block.indexOf('}\n')).matchAll(new RegExp(`--([a-z0-9-]+): (${value.source});`, 'g'))
  return Object.fromEntries([...found].map(([, name = '', text = '']) => [name, text]))
}

const HEX = /#[0-9a-f]{3,6}/
const FORMULA = /(?:oklch|color-mix)\(.*\)/
const SELECTORS = { light: ':root', dark: '[data-theme="dark"]' }

/** All roles of a scheme for a brand colour, as a browser with relative colours computes them. */
function valuesOf(scheme: 'light' | 'dark', brand?: string): Record<Role, string> {
  const [plain = '', relative = ''] = derived
  const from = (css: string, value: RegExp) => ({
    ...roles(css, SELECTORS.light, value),
    ...(scheme === 'dark' ? roles(css, SELECTORS.dark, value) : {}),
  })
  const own = { ...from(theme, HEX), ...(brand ? brandIn(scheme, brand) : {}) }
  const solid = { ...from(plain, HEX), ...(scheme === 'dark' ? from(relative, HEX) : {}) }
  const formulas = Object.entries({ ...from(plain, FORMULA), ...from(relative, FORMULA) })
  const computed = formulas.map(([role, formula]) => [role, derivedFrom(own.brand ?? '', formula)])
  return { ...own, ...Object.fromEntries(computed), ...solid }
}

const TEXT_ON = {
  text: ['bg', 'surface', 'sunken'],
  muted: ['bg', 'surface', 'sunken'],
  faint: ['bg', 'surface', 'sunken'],
  brand: ['bg', 'surface', 'sunken', 'brand-soft'],
  'on-brand': ['brand', 'brand-pressed'],
  ok: ['surface', 'ok-soft'],
  wait: ['surface', 'wait-soft'],
  bad: ['bg', 'surface', 'sunken', 'bad-soft'],
  act: ['surface', 'act-soft'],
  gain: ['bg', 'surface', 'sunken'],
  loss: ['bg', 'surface', 'sunken'],
  'on-hero': ['hero', 'hero-2'],
  'on-hero-muted': ['hero', 'hero-2'],
  'hero-accent': ['hero', 'hero-2'],
  'hero-loss': ['hero', 'hero-2'],
  'on-hero-accent': ['hero-accent'],
}
const PAIRS = Object.entries(TEXT_ON).flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground] as const))

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  const value = valuesOf(scheme)

  it.each(PAIRS)('can be read: %s on %s', (ink, ground) => {
    expect(contrast(value[ink] ?? '', value[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it('shows where a field ends', () => {
    expect(contrast(value.edge ?? '', value.surface ?? '')).toBeGreaterThanOrEqual(3)
  })

  it.each(['c1', 'c2', 'c3', 'c4', 'c5'])('shows series %s', (series) => {
    expect(contrast(value[series] ?? '', value.surface ?? '')).toBeGreaterThanOrEqual(3)
  })

  it.each([
    '#6236d9',
    '#b4430f',
    '#ffd400',
    '#000000',
    '#ffffff',
    '#ff00ff',
    '#00ffff',
    '#0000ff',
    '#00ff00',
  ])('can be read in the brand colour %s', (brand) => {
    const own = valuesOf(scheme, brand)
    const unread = PAIRS.filter(([ink, ground]) => contrast(own[ink] ?? '', own[ground] ?? '') < 4.5)
    expect(unread).toEqual([])
  })
})
