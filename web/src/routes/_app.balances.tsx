import { createFileRoute } from '@tanstack/react-router'
import { BalancesPage } from '../features/balances/BalancesPage'
import { balanceLink } from '../shell/balanceLink'
import { AllBalancesRows } from '../shell/balanceListRows'
import { ActivityLink } from '../shell/links'
import { BalanceActions, FirstSteps } from '../shell/quickLinks'
import { transactionLink } from '../shell/transactionLink'

export const Route = createFileRoute('/_app/balances')({
  component: () => (
    <BalancesPage
      row={transactionLink}
      seeAll={<ActivityLink />}
      actions={<BalanceActions />}
      firstSteps={<FirstSteps />}
      links={<AllBalancesRows />}
      balanceLink={balanceLink}
    />
  ),
})
