import type { Endpoint, MovementKind } from '../../../api/exchangeTypes'
import { BALANCE } from '../../../flow/balance'
import type { Held } from '../../../flow/held'

type Pair = Record<'from' | 'to', Endpoint>

/** What stands there before anything was chosen: the commonest pair of each kind. */
const FIRST: Record<MovementKind, Pair> = {
  BUY: { from: { currency: 'EUR', payway: 'visamc' }, to: { currency: 'BTC', payway: 'btc' } },
  SELL: { from: { currency: 'BTC', payway: 'btc' }, to: { currency: 'EUR', payway: 'iban' } },
  SWAP: { from: { currency: 'BTC', payway: 'btc' }, to: { currency: 'ETH', payway: 'eth' } },
  DEPOSIT: { from: { currency: 'EUR', payway: 'visamc' }, to: { currency: 'EUR', payway: BALANCE } },
  WITHDRAW: { from: { currency: 'EUR', payway: BALANCE }, to: { currency: 'EUR', payway: 'iban' } },
  CONVERT: { from: { currency: 'EUR', payway: BALANCE }, to: { currency: 'BTC', payway: BALANCE } },
}

/** The ends that a form begins with: from a balance it takes what the person has, the usual currency before the one that is worth most. */
export function firstEnds(kind: MovementKind, held: Held | undefined): Pair {
  const first = FIRST[kind]
  const [richest] = held?.keys() ?? []
  if (first.from.payway !== BALANCE || !richest || held?.has(first.from.currency)) return first
  const from: Endpoint = { currency: richest as Endpoint['currency'], payway: BALANCE }
  return { from, to: richest === first.to.currency ? first.from : first.to }
}
