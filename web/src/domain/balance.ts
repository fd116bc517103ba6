import type { CurrencyCode, Endpoint, PaywayCode } from '../api/exchangeTypes'

/** The endpoint code of the customer's own balance; no payway has it. */
export const BALANCE = 'balance'
/** The endpoint code of another customer's balance; no payway has it. */
export const CUSTOMER = 'customer'

/** The endpoint if it is an external payway; `undefined` for balances. */
export function outside({ currency, payway }: Endpoint): { currency: CurrencyCode; payway: PaywayCode } | undefined {
  return payway === BALANCE || payway === CUSTOMER ? undefined : { currency, payway }
}
