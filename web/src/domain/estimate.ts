import type { Transaction } from './queries'

type Floating = Pick<Transaction, 'status' | 'parent'> & { price: Pick<Transaction['price'], 'rate_locked'> }

/**
 * Whether the received amount is an estimate: the rate is fixed when the payment arrives. A finished order is not an
 * estimate.
 */
export function isEstimate({ price, status, parent }: Floating): boolean {
  const open = status === 'NEW' || status === 'WAIT' || status === 'PROCESSING'
  return !parent && !price.rate_locked && open
}

/** Prefixes an estimate: "≈ 0.003 BTC". */
export function estimated(text: string, estimate: boolean): string {
  return estimate ? `≈\u00a0${text}` : text
}
