import { compareDecimals, subtractDecimals } from './decimal'

/** The remaining amount of a limit, never negative. */
export function leftUnder(limit: string, used: string): string {
  return compareDecimals(used, limit) === -1 ? (subtractDecimals(limit, used) ?? '0') : '0'
}
