import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '../../theme/colours'
import { rolesOf, TEXT_ROLES, type TextRoles } from './colours'
import { COLOUR_NAMES } from './launch'

const theme = readFileSync(new URL('../../theme/theme.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = theme.split('[data-theme="dark"] {')
const texts = (css: string) =>
  Object.fromEntries(
    TEXT_ROLES.map((role) => [role, new RegExp(`--${role}: (#[0-9a-f]{3,6});`).exec(css)?.[1] ?? '']),
  ) as TextRoles
const SCHEMES = [
  ['light', texts(light), ['#ffffff', '#f5f5f1']],
  ['dark', texts(dark), ['#161a1c', '#0e1112']],
] as const

/** A generator with a seed, so that a failure can be repeated (xorshift). */
function* colours(seed: number): Generator<string> {
  let state = seed
  for (;;) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield `#${((state >>> 0) & 0xffffff).toString(16).padStart(6, '0')}`
  }
}

describe('the colours of a partner', () => {
  it.each(SCHEMES)('leave all text legible in %s, whatever they are', (scheme, own, grounds) => {
    const next = colours(20_260_731)
    for (let round = 0; round < 400; round++) {
      const given = Object.fromEntries(COLOUR_NAMES.map((name) => [name, next.next().value as string]))
      const { roles } = rolesOf(given, scheme, own)
      const { brand = '', 'brand-pressed': pressed = '', 'on-brand': label = '', 'brand-soft': soft = '' } = roles
      const behind = [...grounds, soft, ...['bg', 'surface', 'sunken'].flatMap((role) => roles[role] ?? [])]
      for (const ground of behind) expect(contrast(brand, ground), JSON.stringify(given)).toBeGreaterThanOrEqual(4.5)
      for (const ground of [brand, pressed])
        expect(contrast(label, ground), JSON.stringify(given)).toBeGreaterThanOrEqual(4.5)
      for (const role of ['bg', 'surface', 'sunken'])
        for (const text of Object.values(own))
          if (roles[role]) expect(contrast(text, roles[role])).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('are reported when they would be illegible', () => {
    const { roles, problems } = rolesOf({ BgPrimary: '#777777', BrandColor: '#5a3df0' }, 'light', SCHEMES[0][1])
    expect(roles.bg).toBeUndefined()
    expect(roles.brand).toBe('#5a3df0')
    expect(problems).toEqual([{ parameter: 'customerColors.BgPrimary', rule: 'contrast' }])
  })
})
