/** Digits of a price that are shown. */
const SIGNIFICANT = 8

/** A price with at most eight significant digits. */
export const priceText = (price: string, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumSignificantDigits: SIGNIFICANT }).format(price as Intl.StringNumericLiteral)

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** How long ago it was, in the largest unit that fits: "12 seconds ago". */
export function ageText(at: string, now: number, locale: string): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000))
  const [unit, size] = STEPS.find(([, step]) => seconds >= step) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(-Math.floor(seconds / size), unit)
}
