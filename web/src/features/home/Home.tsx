import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { useSession } from '../../api/useSession'
import { balancesQuery, runningQuery, type Transaction } from '../../flow/queries'
import { BalanceRows } from '../../flow/BalanceRows'
import { Card } from '../../ui/Card'
import { HeroMoney } from '../../ui/Money'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { EmptyState, ErrorState, StaleNote } from '../../ui/States'
import { Repeat } from 'lucide-react'

type HomeProps = {
  row: (transaction: Transaction) => ReactNode
  seeAll: ReactNode
  startExchange: ReactNode
}

/** Greeting, what there is, what is running, and the first step for somebody who has neither. */
export function Home({ row, seeAll, startExchange }: HomeProps) {
  const session = useSession()
  const name = session.status === 'in' ? session.name : ''
  return (
    <Page title={name ? <Trans>Hello, {name}</Trans> : <Trans>Hello</Trans>}>
      <Total />
      <div className="grid items-start gap-5 desk:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Running row={row} seeAll={seeAll} startExchange={startExchange} />
        <Held />
      </div>
    </Page>
  )
}

function Total() {
  const { data } = useQuery(balancesQuery)
  if (!data?.total || data.data.length === 0) return null
  return (
    <div className="px-1 pb-6">
      <p className="text-[13px] text-muted">
        <Trans>Total balance</Trans>
      </p>
      <HeroMoney {...data.total} />
    </div>
  )
}

function Running({ row, seeAll, startExchange }: HomeProps) {
  const running = useQuery(runningQuery)
  return (
    <Card tight title={<Trans>In progress</Trans>} aside={running.data?.length ? seeAll : undefined}>
      {running.isPending ? <SkeletonRows count={2} /> : null}
      {running.isError && !running.data ? (
        <ErrorState onRetry={() => void running.refetch()}>{errorText(running.error)}</ErrorState>
      ) : null}
      {running.isError && running.data ? <StaleNote onRetry={() => void running.refetch()} /> : null}
      {running.data?.length === 0 ? (
        <EmptyState
          icon={<Repeat size={24} aria-hidden="true" />}
          title={<Trans>Nothing is running</Trans>}
          action={startExchange}
        >
          <Trans>Buy, sell or swap: choose what you give and what you get, and see every fee before you pay.</Trans>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {running.data?.map((each) => (
            <li key={each.id}>{row(each)}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Held() {
  const { data } = useQuery(balancesQuery)
  if (!data || data.data.length === 0) return null
  return (
    <Card tight title={<Trans>Balances</Trans>}>
      <BalanceRows balances={data} />
    </Card>
  )
}
