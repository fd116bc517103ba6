import { createFileRoute } from '@tanstack/react-router'
import { BalancesPage } from '../features/balances/BalancesPage'
import { ActivityLink, ExchangeLink, transactionLink } from '../shell/links'

export const Route = createFileRoute('/_app/balances')({
  component: () => <BalancesPage row={transactionLink} seeAll={<ActivityLink />} startExchange={<ExchangeLink />} />,
})
