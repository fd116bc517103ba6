import { createFileRoute } from '@tanstack/react-router'
import { BalancesPage } from '../features/balances/BalancesPage'
import { ExchangeLink } from '../shell/links'

export const Route = createFileRoute('/_app/balances')({
  component: () => <BalancesPage startExchange={<ExchangeLink />} />,
})
