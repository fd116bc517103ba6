import type { CurrencyInfo, PaywayCode, PaywayInfo } from '../../api/exchangeTypes'

const PERMANENT: readonly PaywayInfo['kind'][] = ['crypto', 'iban']

/** The ways by which a currency can be sent here at any time, without an order: the most usual first. */
export function permanentPayways(currency: CurrencyInfo, payways: readonly PaywayInfo[]): PaywayInfo[] {
  const found = currency.payways.map((code: PaywayCode) => payways.find((payway) => payway.code === code))
  return found.filter((payway) => payway !== undefined).filter((payway) => PERMANENT.includes(payway.kind))
}
