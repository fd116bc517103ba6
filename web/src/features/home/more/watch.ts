import type { CurrencyInfo } from '../../../api/exchangeTypes'

/** Each watched price is a request. */
export const WATCHED_MAX = 4

const keyOf = (person: string) => `agio.watch.${person}`

/** The coins that a customer watches in this browser; `undefined` before the first choice. */
export function keptWatch(person: string): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? 'null')
    return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string') : undefined
  } catch {
    return undefined
  }
}

export function keepWatch(person: string, codes: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(codes))
  } catch {
    // Storage can be unavailable. The choice then lasts until the page closes.
  }
}

/** The coins to start with: well-known ones first, as far as the tenant offers them. */
const KNOWN = ['BTC', 'ETH', 'SOL', 'TON', 'BNB', 'LTC']

/** The coins whose prices can be watched: those that can be bought, without the main currency. */
export function watchable(currencies: readonly CurrencyInfo[], main: string): CurrencyInfo[] {
  const rank = ({ code }: CurrencyInfo) => (KNOWN.includes(code) ? KNOWN.indexOf(code) : KNOWN.length)
  return currencies
    .filter(({ kind, can_buy, code }) => kind === 'crypto' && can_buy && code !== main)
    .sort((a, b) => rank(a) - rank(b))
}

/** The chosen coins that are still offered; without a choice, the first of them. */
export function watchedOf(offered: readonly CurrencyInfo[], chosen: readonly string[] | undefined): CurrencyInfo[] {
  const found = chosen?.flatMap((code) => offered.find((one) => one.code === code) ?? [])
  return (found ?? offered).slice(0, WATCHED_MAX)
}

/** Adds or removes a coin. A full list stays as it is. */
export function toggled(codes: readonly string[], code: string): string[] {
  if (codes.includes(code)) return codes.filter((one) => one !== code)
  return codes.length < WATCHED_MAX ? [...codes, code] : [...codes]
}
