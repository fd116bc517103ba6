import type { CurrencyInfo, PaywayCode, PaywayInfo } from '../../api/exchangeTypes'

const PERMANENT: readonly PaywayInfo['kind'][] = ['crypto', 'iban']

/** The payways of a currency that need no order, most common first. */
export function permanentPayways(currency: CurrencyInfo, payways: readonly PaywayInfo[]): PaywayInfo[] {
  const found = currency.payways.map((code: PaywayCode) => payways.find((payway) => payway.code === code))
  return found.filter((payway) => payway !== undefined).filter((payway) => PERMANENT.includes(payway.kind))
}
