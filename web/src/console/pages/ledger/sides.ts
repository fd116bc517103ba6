/** The side of an account that is larger: a bookkeeper writes a balance without a sign. */
export type Side = 'debit' | 'credit'

/** A balance of credits less debits, as an amount on its side. Zero has no side. */
export function sided(balance: string): { amount: string; side: Side | undefined } {
  const isNegative = balance.startsWith('-')
  const amount = isNegative ? balance.slice(1) : balance
  return { amount, side: /[1-9]/.test(amount) ? (isNegative ? 'debit' : 'credit') : undefined }
}
