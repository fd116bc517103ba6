import { brandIn, contrast } from '../../theme/colours'
import type { ColourName, LaunchProblem } from './launch'

type Scheme = 'light' | 'dark'
type Colours = Partial<Record<ColourName, string>>

/** The roles of text in the theme, which must be legible on a partner's background. */
export const TEXT_ROLES = ['text', 'muted', 'faint'] as const
export type TextRoles = Record<(typeof TEXT_ROLES)[number], string>

/** The contrast of text (WCAG 2.2 AA). */
const LEGIBLE = 4.5
const GROUNDS = { BgPrimary: 'bg', BgSecondary: 'surface', BgTertiary: 'sunken' } as const

/**
 * The roles of the theme from a partner's colours. The main colour is darkened or lightened until it is legible, like a
 * tenant's own. Another colour that would be illegible is left out and reported.
 */
export function rolesOf(
  colours: Colours,
  scheme: Scheme,
  texts: TextRoles,
): { roles: Record<string, string>; problems: LaunchProblem[] } {
  const roles: Record<string, string> = {}
  const problems: LaunchProblem[] = []
  const leave = (name: ColourName) => problems.push({ parameter: `customerColors.${name}`, rule: 'contrast' })
  for (const [name, role] of Object.entries(GROUNDS) as [keyof typeof GROUNDS, string][]) {
    const color = colours[name]
    if (!color) continue
    if (Object.values(texts).every((text) => contrast(text, color) >= LEGIBLE)) roles[role] = color
    else leave(name)
  }
  const main = colours.ButtonPimary ?? colours.BrandColor
  if (!main) return { roles, problems }
  const derived = brandIn(scheme, main, Object.values(roles))
  Object.assign(roles, derived)
  const { brand = '', 'brand-pressed': darker = '' } = derived
  const { ButtonPimaryPressed: pressed, ButtonPimaryDisabled: disabled, TextButton: label } = colours
  if (pressed) {
    if (contrast(roles['on-brand'] ?? '', pressed) >= LEGIBLE) roles['brand-pressed'] = pressed
    else leave('ButtonPimaryPressed')
  }
  if (label) {
    const under = [brand, roles['brand-pressed'] ?? darker]
    if (under.every((ground) => contrast(label, ground) >= LEGIBLE)) roles['on-brand'] = label
    else leave('TextButton')
  }
  // A disabled control needs no contrast.
  if (disabled) roles['brand-disabled'] = disabled
  return { roles, problems }
}
