import type { CurrencyCode } from '../../../api/exchangeTypes'

/** A coin and the currency that its price is in. */
export type Pair = { coin: CurrencyCode; money: CurrencyCode }

/** The server records new prices every minute. */
export const REFRESH_MS = 60_000

/** The coins of most interest, in this order. */
const POPULAR: readonly CurrencyCode[] = ['BTC', 'ETH', 'SOL', 'TON', 'SHIB', 'BNB', 'LTC', 'TRX', 'DOGE']
const SHOWN = 5

/** The first popular coins that can be bought here. */
export function popularCoins<Info extends { code: CurrencyCode; can_buy: boolean }>(
  currencies: readonly Info[],
): Info[] {
  const offered = POPULAR.flatMap((code) => currencies.filter((one) => one.code === code && one.can_buy))
  return offered.slice(0, SHOWN)
}
