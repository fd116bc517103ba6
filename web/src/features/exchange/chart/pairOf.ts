import type { CurrencyCode } from '../../../api/exchangeTypes'

type Ends = Record<'from' | 'to', { currency: CurrencyCode } | undefined>
type Kind = (code: CurrencyCode) => 'fiat' | 'crypto' | undefined

/** The pair of a price chart: the coin and the money, or what is received and what is given. */
export function pairOf({ from, to }: Ends, kind: Kind): { base: CurrencyCode; other: CurrencyCode } | undefined {
  if (!from || !to || from.currency === to.currency) return undefined
  const sells = kind(from.currency) === 'crypto' && kind(to.currency) === 'fiat'
  return sells ? { base: from.currency, other: to.currency } : { base: to.currency, other: from.currency }
}
