import type { Endpoint, MovementKind } from '../../../api/exchangeTypes'
import { BALANCE } from '../../../domain/balance'
import type { Held } from '../../../domain/held'

type Pair = Record<'from' | 'to', Endpoint>

/** The default pair of each kind. */
const FIRST: Record<MovementKind, Pair> = {
  BUY: { from: { currency: 'EUR', payway: 'visamc' }, to: { currency: 'BTC', payway: 'btc' } },
  SELL: { from: { currency: 'BTC', payway: 'btc' }, to: { currency: 'EUR', payway: 'iban' } },
  SWAP: { from: { currency: 'BTC', payway: 'btc' }, to: { currency: 'ETH', payway: 'eth' } },
  DEPOSIT: { from: { currency: 'EUR', payway: 'visamc' }, to: { currency: 'EUR', payway: BALANCE } },
  WITHDRAW: { from: { currency: 'EUR', payway: BALANCE }, to: { currency: 'EUR', payway: 'iban' } },
  CONVERT: { from: { currency: 'EUR', payway: BALANCE }, to: { currency: 'BTC', payway: BALANCE } },
}

/** The initial ends of a form. A source balance is one with money: the default currency, or else the most valuable. */
export function firstEnds(kind: MovementKind, held: Held | undefined): Pair {
  const first = FIRST[kind]
  const [richest] = held?.keys() ?? []
  if (first.from.payway !== BALANCE || !richest || held?.has(first.from.currency)) return first
  const from: Endpoint = { currency: richest as Endpoint['currency'], payway: BALANCE }
  return { from, to: richest === first.to.currency ? first.from : first.to }
}
