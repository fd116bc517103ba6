import type { Endpoint, MovementKind } from '../../api/exchangeTypes'
import { BALANCE } from '../../domain/balance'
import type { Catalogue } from '../../domain/catalogue'

/** The kind of movement between two ends. */
export function kindOf(from: Endpoint, to: Endpoint, { currencies }: Catalogue): MovementKind {
  if (from.payway === BALANCE && to.payway === BALANCE) return 'CONVERT'
  if (from.currency === to.currency) return to.payway === BALANCE ? 'DEPOSIT' : 'WITHDRAW'
  const isFiat = (code: string) => currencies.find((one) => one.code === code)?.kind === 'fiat'
  if (isFiat(from.currency)) return 'BUY'
  return isFiat(to.currency) ? 'SELL' : 'SWAP'
}
