import DetailsPage from '../features/deposit/DetailsPage'
import { BalancesLink, OrderLink } from './balanceLinks'
import { transactionLink } from './transactionLink'

/** The deposit details of one currency. */
export default function OwnDetails({ currency }: { currency: string }) {
  return (
    <DetailsPage
      code={currency}
      row={transactionLink}
      back={<BalancesLink />}
      order={(words) => <OrderLink currency={currency}>{words}</OrderLink>}
    />
  )
}
