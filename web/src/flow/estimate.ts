import type { Transaction } from './queries'

type Floating = Pick<Transaction, 'rate_locked' | 'status' | 'parent'>

/** Whether what an order brings is an estimate yet: its rate is fixed when the money is here. What has ended is none. */
export function isEstimate({ rate_locked, status, parent }: Floating): boolean {
  const open = status === 'NEW' || status === 'WAIT' || status === 'PROCESSING'
  return !parent && !rate_locked && open
}

/** "≈ 0.003 BTC" where the amount is an estimate. */
export function estimated(text: string, estimate: boolean): string {
  return estimate ? `≈\u00a0${text}` : text
}
