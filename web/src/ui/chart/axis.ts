import type { Scale } from './scale'

/** From here on a number is written short: 93K. */
const LONG = 10_000
/** A short number with more digits than this is no shorter. */
const SHORT_DIGITS = 4
const DECIMALS_MAX = 20
/** The lines of a grid as their reader writes numbers, each with the digits that tell it from the next. */
export function lineTexts({ lines, place }: Scale, locale: string): string[] {
  const most = Math.max(...lines.map(Math.abs))
  const digits = Math.floor(Math.log10(most)) - place + 1
  const decimals = Math.min(Math.max(0, -place), DECIMALS_MAX)
  const isShort = most >= LONG && digits <= SHORT_DIGITS
  const format = new Intl.NumberFormat(
    locale,
    isShort
      ? { notation: 'compact', maximumSignificantDigits: Math.max(digits, 1) }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  )
  return lines.map((line) => format.format(line))
}

/** About how wide a text on an axis is, in pixels: figures are all alike there. */
export function widthOf(text: string): number {
  const narrow = text.match(/[\s.,:]/g)?.length ?? 0
  return narrow * 3.5 + (text.length - narrow) * 7.6
}
