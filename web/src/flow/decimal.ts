/**
 * Exact arithmetic on the decimal strings the API speaks ("250.00"). Money never becomes a float:
 * a number with 18 decimals does not fit one.
 */

type Parts = { digits: bigint; scale: number }

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

function parts(text: string): Parts | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '0', fraction = ''] = match
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

function aligned(a: string, b: string): [bigint, bigint, number] | undefined {
  const left = parts(a)
  const right = parts(b)
  if (!left || !right) return undefined
  const scale = Math.max(left.scale, right.scale)
  const lift = (value: Parts) => value.digits * 10n ** BigInt(scale - value.scale)
  return [lift(left), lift(right), scale]
}

/** The decimal of so many smallest units. */
export function printDecimal(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + text
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** True for text that the API would accept as an amount's shape. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** -1, 0 or 1; undefined when either side is no decimal, so that a caller cannot mistake it for equal. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 | undefined {
  const pair = aligned(a, b)
  if (!pair) return undefined
  const [left, right] = pair
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** The sum at the larger of the two scales; undefined when either side is no decimal. */
export function addDecimals(a: string, b: string): string | undefined {
  const pair = aligned(a, b)
  return pair && printDecimal(pair[0] + pair[1], pair[2])
}

/** The difference at the larger of the two scales; undefined when either side is no decimal. */
export function subtractDecimals(a: string, b: string): string | undefined {
  const pair = aligned(a, b)
  return pair && printDecimal(pair[0] - pair[1], pair[2])
}

/** The product at the sum of the scales, for "about so much in euro" lines. */
export function multiplyDecimals(a: string, b: string): string | undefined {
  const left = parts(a)
  const right = parts(b)
  return left && right && printDecimal(left.digits * right.digits, left.scale + right.scale)
}

/** Cuts (never rounds up) to `scale` decimals; for estimates only, an owed amount keeps every digit. */
export function cutDecimal(text: string, scale: number): string {
  const value = parts(text)
  if (!value || value.scale <= scale) return text
  return printDecimal(value.digits / 10n ** BigInt(value.scale - scale), scale)
}

export function isZeroDecimal(text: string): boolean {
  return compareDecimals(text, '0') === 0
}
