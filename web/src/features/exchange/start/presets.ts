import { compareDecimals } from '../../../domain/decimal'
import type { Limits } from '../limits'

/** Usual amounts of about the same value. Other currencies have none. */
const PRESETS: Record<string, readonly string[]> = {
  EUR: ['100', '250', '500'],
  USD: ['100', '250', '500'],
  PLN: ['500', '1000', '2000'],
  UAH: ['5000', '10000', '20000'],
}

/** The amounts to choose with one press, within the limits. */
export function presetsOf(currency: string, { min, max }: Limits): readonly string[] {
  const all = PRESETS[currency] ?? []
  return all.filter(
    (amount) => (!min || compareDecimals(amount, min) !== -1) && (!max || compareDecimals(amount, max) !== 1),
  )
}
