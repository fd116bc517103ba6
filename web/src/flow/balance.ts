import type { CurrencyCode, Endpoint, PaywayCode } from '../api/exchangeTypes'

/** The code of the endpoint that is a person's own balance; no payway has it. */
export const BALANCE = 'balance'

/** The endpoint as a way outside; `undefined` for a balance. */
export function outside({ currency, payway }: Endpoint): { currency: CurrencyCode; payway: PaywayCode } | undefined {
  return payway === BALANCE ? undefined : { currency, payway }
}
