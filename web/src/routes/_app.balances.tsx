import { createFileRoute } from '@tanstack/react-router'
import { BalancesPage } from '../features/balances/BalancesPage'
import { balanceLink } from '../shell/balanceLink'
import { BalanceSettingsLink, StatementLink } from '../shell/balanceLinks'
import { ActivityLink, BalanceActions } from '../shell/links'
import { ProofLink } from '../shell/profileLinks'
import { transactionLink } from '../shell/transactionLink'

export const Route = createFileRoute('/_app/balances')({
  component: () => (
    <BalancesPage
      row={transactionLink}
      seeAll={<ActivityLink />}
      actions={<BalanceActions />}
      proof={<ProofLink />}
      statement={
        <>
          <StatementLink />
          <BalanceSettingsLink />
        </>
      }
      balanceLink={balanceLink}
    />
  ),
})
