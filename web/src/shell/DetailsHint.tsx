import type { Endpoint } from '../api/exchangeTypes'
import { Hint } from '../features/deposit/Hint'
import { DetailsLink } from './balanceLinks'

/** The way to deposit details from a deposit with a fixed amount. */
export default function DetailsHint({ from: { currency, payway } }: { from: Endpoint }) {
  return (
    <Hint
      currency={currency}
      isBank={payway === 'iban'}
      link={(words) => <DetailsLink currency={currency}>{words}</DetailsLink>}
    />
  )
}
