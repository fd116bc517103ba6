import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { BalanceCard } from '../../domain/BalanceCard'
import type { BalanceLink } from '../../domain/BalanceRows'
import { balancesQuery, recentQuery, type Transaction } from '../../domain/queries'
import { TotalBalance } from '../../domain/TotalBalance'
import { TransactionCard } from '../../domain/TransactionCard'
import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { ChartGap } from '../../ui/ChartGap'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'

// Loaded lazily: the balances come first.
const TotalChart = lazyLater(() => import('./TotalChart'), seldomWords)

type BalancesPageProps = {
  row: (transaction: Transaction) => ReactNode
  seeAll: ReactNode
  /**
   * Links to a deposit, a withdrawal, a conversion and a transfer. The deposit comes first, because it is the first
   * step.
   */
  actions: ReactNode
  /** Links to the first step of a customer without money. */
  firstSteps: ReactNode
  /** Links to the statement, the settings and the proof of liabilities. */
  links: ReactNode
  balanceLink: BalanceLink
}

/** The balances and the latest transactions. */
export function BalancesPage({ row, seeAll, actions, firstSteps, links, balanceLink }: BalancesPageProps) {
  const recent = useQuery(recentQuery)
  const isEmpty = useQuery(balancesQuery).data?.data.length === 0
  const nothing = (
    <EmptyState art="wallet" title={<Trans>No balances yet</Trans>} action={firstSteps}>
      <Trans>Money that stays with you here appears in this list, by currency.</Trans>
    </EmptyState>
  )
  return (
    <Page title={<Trans>Balances</Trans>}>
      <Columns
        side={
          <>
            {links}
            {recent.data?.length === 0 ? null : (
              <TransactionCard title={<Trans>Activity</Trans>} list={recent} row={row} seeAll={seeAll} empty={null} />
            )}
          </>
        }
      >
        {isEmpty ? null : <Worth actions={actions} />}
        <BalanceCard title={<Trans>Currencies</Trans>} empty={nothing} link={balanceLink} />
      </Columns>
    </Page>
  )
}

/** The total with its chart and the actions. Reserves its space until the balances have loaded. */
function Worth({ actions }: { actions: ReactNode }) {
  const { data, isError } = useQuery(balancesQuery)
  if (isError && !data) return <Card raised>{actions}</Card>
  return (
    <Card raised>
      <TotalBalance />
      <Suspense fallback={<ChartGap />}>{data ? <TotalChart /> : <ChartGap />}</Suspense>
      <div className="mt-4">{actions}</div>
    </Card>
  )
}
