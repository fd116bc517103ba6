import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { BalanceRows } from '../../flow/BalanceRows'
import { balancesQuery } from '../../flow/queries'
import { Card } from '../../ui/Card'
import { HeroMoney } from '../../ui/Money'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { EmptyState, ErrorState, StaleNote } from '../../ui/States'

/** What a person has. An unknown total is left out, never shown as nothing. */
export function BalancesPage({ startExchange }: { startExchange: ReactNode }) {
  const balances = useQuery(balancesQuery)
  const { data } = balances
  return (
    <Page title={<Trans>Balances</Trans>}>
      <div className="max-w-[720px]">
        {data?.total && data.data.length > 0 ? (
          <div className="px-1 pb-6">
            <p className="text-[13px] text-muted">
              <Trans>Total balance</Trans>
            </p>
            <HeroMoney {...data.total} />
          </div>
        ) : null}
        <Card tight title={<Trans>Currencies</Trans>}>
          {balances.isPending ? <SkeletonRows /> : null}
          {balances.isError && !data ? (
            <ErrorState onRetry={() => void balances.refetch()}>{errorText(balances.error)}</ErrorState>
          ) : null}
          {balances.isError && data ? <StaleNote onRetry={() => void balances.refetch()} /> : null}
          {data?.data.length === 0 ? (
            <EmptyState
              icon={<Wallet size={24} aria-hidden="true" />}
              title={<Trans>No balances yet</Trans>}
              action={startExchange}
            >
              <Trans>Money that stays with you here appears in this list, by currency.</Trans>
            </EmptyState>
          ) : null}
          {data && data.data.length > 0 ? <BalanceRows balances={data} /> : null}
        </Card>
      </div>
    </Page>
  )
}
