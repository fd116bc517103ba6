/** Colour arithmetic of the theme's tests and of the widget: contrast, and the roles that derive from a brand colour. */
export type Role = string

type Triple = [number, number, number]

function channels(hex: string): Triple {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
  return [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255) as Triple
}

const hexOf = (rgb: Triple) =>
  `#${rgb
    .map((channel) =>
      Math.round(Math.min(Math.max(channel, 0), 1) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const gamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)

/** The contrast ratio of WCAG 2.2. */
export function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = channels(hex).map(linear) as Triple
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const times = (rows: readonly Triple[], [x, y, z]: Triple) => rows.map(([a, b, c]) => a * x + b * y + c * z) as Triple

// Björn Ottosson, "A perceptual color space for image processing".
const TO_LMS: Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const TO_LAB: Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const FROM_LAB: Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const FROM_LMS: Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

const oklab = (hex: string) =>
  times(TO_LAB, times(TO_LMS, channels(hex).map(linear) as Triple).map(Math.cbrt) as Triple)
const fromOklab = (lab: Triple) =>
  hexOf(times(FROM_LMS, times(FROM_LAB, lab).map((each) => each ** 3) as Triple).map(gamma) as Triple)

/** Computes a formula of derived.css, clipped to sRGB. */
export function derivedFrom(brand: string, formula: string): string {
  const [l, a, b] = oklab(brand)
  const mixed = /^color-mix\(in oklab, var\(--brand\) (\d+)%, (#\w+)\)$/.exec(formula)
  if (mixed) {
    const [, percent, other = ''] = mixed
    const to = oklab(other)
    return fromOklab(
      [l, a, b].map((each, at) => to[at as 0] + (each - to[at as 0]) * (Number(percent) / 100)) as Triple,
    )
  }
  const relative = /^oklch\(from var\(--brand\) ([\d.]+) (.+) h\)$/.exec(formula)
  if (!relative) throw new Error(`unknown formula: ${formula}`)
  const chroma = Math.hypot(a, b)
  const hue = Math.atan2(b, a)
  const made = chromaOf(relative[2] ?? '', chroma)
  return fromOklab([Number(relative[1]), made * Math.cos(hue), made * Math.sin(hue)])
}

/** `0.05`, `min(c * 0.1, 0.011)` or `calc(min(c, 0.14) * 0.68)`. */
function chromaOf(text: string, c: number): number {
  const [, factor, most] = /^min\(c \* ([\d.]+), ([\d.]+)\)$/.exec(text) ?? []
  if (factor) return Math.min(c * Number(factor), Number(most))
  const [, limit, share] = /^calc\(min\(c, ([\d.]+)\) \* ([\d.]+)\)$/.exec(text) ?? []
  return limit ? Math.min(c, Number(limit)) * Number(share) : Number(text)
}

const LIGHT = ['#ffffff', '#f5f5f1']
const DARK = ['#161a1c', '#0e1112']

/**
 * The roles that the server computes from a tenant's colour (crates/server/src/web/palette.rs). `more` are further
 * grounds of text in the brand colour.
 */
export function brandIn(scheme: 'light' | 'dark', color: string, more: readonly string[] = []): Record<Role, string> {
  const mix = (from: string, to: string, percent: number) => {
    const end = channels(to)
    return hexOf(channels(from).map((each, at) => each + (end[at as 0] - each) * (percent / 100)) as Triple)
  }
  const isLight = scheme === 'light'
  const palette = (percent: number) => {
    const brand = mix(color, isLight ? '#000000' : '#ffffff', percent)
    return {
      brand,
      'brand-pressed': mix(brand, '#000000', isLight ? 18 : 12),
      'brand-disabled': mix(brand, isLight ? '#ffffff' : '#161a1c', isLight ? 62 : 68),
      'on-brand': isLight ? '#ffffff' : mix(brand, '#000000', 90),
      'brand-soft': isLight ? mix(brand, '#ffffff', 88) : mix(brand, '#161a1c', 84),
    }
  }
  const isLegible = (found: ReturnType<typeof palette>) =>
    [...(isLight ? LIGHT : DARK), ...more, found['brand-soft']].every(
      (ground) => contrast(found.brand, ground) >= 4.5,
    ) && [found.brand, found['brand-pressed']].every((ground) => contrast(found['on-brand'], ground) >= 4.5)
  const shades = Array.from({ length: 101 }, (_, percent) => palette(percent))
  return shades.find(isLegible) ?? palette(100)
}
