import type { Terms } from './queries'

/**
 * What points are worth as a decimal, rounded down to the currency's unit, by the server's rule; `undefined` for text
 * that is no whole number. The server decides.
 */
export function worthOf(text: string, terms: Pick<Terms, 'points_per_unit' | 'worth'>): string | undefined {
  if (!/^\d{1,12}$/.test(text.trim())) return undefined
  const decimals = terms.worth.amount.split('.')[1]?.length ?? 0
  const unit = 10n ** BigInt(decimals)
  const atoms = (BigInt(text.trim()) * unit) / BigInt(terms.points_per_unit)
  const digits = atoms.toString().padStart(decimals + 1, '0')
  return decimals > 0 ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
}
