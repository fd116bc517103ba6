import { createFileRoute } from '@tanstack/react-router'
import { BalancesPage } from '../features/balances/BalancesPage'
import { ActivityLink, BalanceActions, ExchangeLink } from '../shell/links'
import { ProofLink } from '../shell/profileLinks'
import { transactionLink } from '../shell/transactionLink'

export const Route = createFileRoute('/_app/balances')({
  component: () => (
    <BalancesPage
      row={transactionLink}
      seeAll={<ActivityLink />}
      startExchange={<ExchangeLink />}
      actions={<BalanceActions />}
      proof={<ProofLink />}
    />
  ),
})
