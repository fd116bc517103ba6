import type { Endpoint } from '../api/exchangeTypes'
import { Hint } from '../features/deposit/Hint'
import { DetailsLink } from './balanceLinks'

/** Links from a deposit with a fixed amount to the permanent deposit details. */
export default function DetailsHint({ from: { currency, payway } }: { from: Endpoint }) {
  return (
    <Hint
      currency={currency}
      isBank={payway === 'iban'}
      link={(words) => <DetailsLink currency={currency}>{words}</DetailsLink>}
    />
  )
}
