import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')

function roles(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`))
  const found = block.slice(0, block.indexOf('\n}')).matchAll(/--([a-z-]+): (#[0-9a-f]{3,6});/g)
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]))
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
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
}

describe.each([
  ['light', ':root'],
  ['dark', '[data-theme="dark"]'],
])('the %s theme', (_, selector) => {
  const value = roles(selector)
  const pairs = Object.entries(TEXT_ON).flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground] as const))

  it.each(pairs)('can be read: %s on %s', (ink, ground) => {
    expect(contrast(value[ink] ?? '', value[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it('shows where a field ends', () => {
    expect(contrast(value.edge ?? '', value.surface ?? '')).toBeGreaterThanOrEqual(3)
  })
})
