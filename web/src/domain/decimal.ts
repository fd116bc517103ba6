/**
 * Exact arithmetic on the API's decimal strings ("250.00"). Money is never a float, because a float cannot hold 18
 * decimals.
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

/** Formats a number of smallest units as a decimal. */
export function printDecimal(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + text
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** Whether the text has the form of an amount in the API. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** Returns -1, 0 or 1, or `undefined` if either side is not a decimal, so that an error is never taken for equality. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 | undefined {
  const pair = aligned(a, b)
  if (!pair) return undefined
  const [left, right] = pair
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** The sum, with the larger of the two scales. `undefined` if either side is not a decimal. */
export function addDecimals(a: string, b: string): string | undefined {
  const pair = aligned(a, b)
  return pair && printDecimal(pair[0] + pair[1], pair[2])
}

/** The difference, with the larger of the two scales. `undefined` if either side is not a decimal. */
export function subtractDecimals(a: string, b: string): string | undefined {
  const pair = aligned(a, b)
  return pair && printDecimal(pair[0] - pair[1], pair[2])
}

/** The product, with the sum of the scales, for approximate values. */
export function multiplyDecimals(a: string, b: string): string | undefined {
  const left = parts(a)
  const right = parts(b)
  return left && right && printDecimal(left.digits * right.digits, left.scale + right.scale)
}

/** Truncates to `scale` decimals, never rounds up. For estimates only; an amount that is owed keeps every digit. */
export function cutDecimal(text: string, scale: number): string {
  const value = parts(text)
  if (!value || value.scale <= scale) return text
  return printDecimal(value.digits / 10n ** BigInt(value.scale - scale), scale)
}

export function isZeroDecimal(text: string): boolean {
  return compareDecimals(text, '0') === 0
}

/** The quotient with `scale` decimals, truncated. `undefined` for a zero divisor. For displayed values only. */
export function divideDecimals(a: string, b: string, scale: number): string | undefined {
  const pair = aligned(a, b)
  if (!pair || pair[1] === 0n) return undefined
  return printDecimal((pair[0] * 10n ** BigInt(scale)) / pair[1], scale)
}

/** Rounds half away from zero to `scale` decimals. For displayed values only. */
export function roundDecimal(text: string, scale: number): string {
  const value = parts(text)
  if (!value || value.scale <= scale) return text
  const unit = 10n ** BigInt(value.scale - scale)
  const half = value.digits < 0n ? -unit / 2n : unit / 2n
  return printDecimal((value.digits + half) / unit, scale)
}
