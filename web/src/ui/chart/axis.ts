import type { Scale } from './scale'

/** The smallest number in compact notation, such as 93K. */
const LONG = 10_000
/** The maximum number of digits in compact notation. */
const SHORT_DIGITS = 4
const DECIMALS_MAX = 20
/** Formats the grid lines in the locale, with as many digits as make neighbours differ. */
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

/** The approximate width of an axis label, in pixels. Digits have equal widths. */
export function widthOf(text: string): number {
  const narrow = text.match(/[\s.,:]/g)?.length ?? 0
  return narrow * 3.5 + (text.length - narrow) * 7.6
}
