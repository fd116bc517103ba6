import type { CurrencyCode, Endpoint, PaywayCode } from '../api/exchangeTypes'

/** The code of the endpoint that is a person's own balance; no payway has it. */
export const BALANCE = 'balance'
/** The code of the endpoint that is another customer's balance; no payway has it. */
export const CUSTOMER = 'customer'

/** The endpoint as a way outside; `undefined` for balances. */
export function outside({ currency, payway }: Endpoint): { currency: CurrencyCode; payway: PaywayCode } | undefined {
  return payway === BALANCE || payway === CUSTOMER ? undefined : { currency, payway }
}
