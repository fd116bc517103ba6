import DetailsPage from '../features/deposit/DetailsPage'
import { BalancesLink, OrderLink } from './balanceLinks'
import { transactionLink } from './transactionLink'

/** The deposit details of one currency. The URL can name the payway that is chosen first. */
export default function OwnDetails({ currency, payway }: { currency: string; payway: unknown }) {
  return (
    <DetailsPage
      code={currency}
      payway={payway}
      row={transactionLink}
      back={<BalancesLink />}
      order={(words) => <OrderLink currency={currency}>{words}</OrderLink>}
    />
  )
}
