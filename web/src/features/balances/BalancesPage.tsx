import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { BalanceCard } from '../../domain/BalanceCard'
import type { BalanceLink } from '../../domain/BalanceRows'
import { balancesQuery, recentQuery, type Transaction } from '../../domain/queries'
import { TotalBalance } from '../../domain/TotalBalance'
import { TransactionCard } from '../../domain/TransactionCard'
import { lazyLater } from '../../i18n/lazyLater'
import { seldomWords } from '../../i18n/load'
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
  /** Link to the proof of liabilities. */
  proof: ReactNode
  /** Link to the statement. */
  statement: ReactNode
  balanceLink: BalanceLink
}

/** The balances and the latest transactions. */
export function BalancesPage({ row, seeAll, actions, proof, statement, balanceLink }: BalancesPageProps) {
  const recent = useQuery(recentQuery)
  const nothing = (
    <EmptyState icon={<Wallet size={24} aria-hidden="true" />} title={<Trans>No balances yet</Trans>}>
      <Trans>Money that stays with you here appears in this list, by currency.</Trans>
    </EmptyState>
  )
  return (
    <Page title={<Trans>Balances</Trans>}>
      <TotalBalance />
      <nav className="mb-5 grid grid-cols-2 gap-2 sm:grid-cols-4 desk:max-w-[680px]">{actions}</nav>
      <Worth />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 desk:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <BalanceCard title={<Trans>Currencies</Trans>} empty={nothing} link={balanceLink} />
          <div className="grid gap-2 sm:grid-cols-2">
            {statement}
            {proof}
          </div>
        </div>
        {recent.data?.length === 0 ? null : (
          <TransactionCard title={<Trans>Activity</Trans>} list={recent} row={row} seeAll={seeAll} empty={null} />
        )}
      </div>
    </Page>
  )
}

/** The chart of all balances. Reserves its space until the balances have loaded; hidden if there are none. */
function Worth() {
  const { data, isError } = useQuery(balancesQuery)
  if (data ? data.data.length === 0 : isError) return null
  return (
    <div className="mb-5">
      <Suspense fallback={<ChartGap />}>{data ? <TotalChart /> : <ChartGap />}</Suspense>
    </div>
  )
}
