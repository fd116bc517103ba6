import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { offers } from '../../host/config'
import { useSession } from '../../api/useSession'
import { BalanceCard } from '../../domain/BalanceCard'
import type { BalanceLink } from '../../domain/BalanceRows'
import { balancesQuery, runningQuery, type Transaction } from '../../domain/queries'
import { TotalBalance } from '../../domain/TotalBalance'
import { TransactionCard } from '../../domain/TransactionCard'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'

type HomeProps = {
  row: (transaction: Transaction) => ReactNode
  seeAll: ReactNode
  startExchange: ReactNode
  /** A notice above everything else. */
  notice: ReactNode
  balanceLink: BalanceLink
}

/** The home page: greeting, balances, running transactions, or the first step for a customer without either. */
export function Home({ row, seeAll, startExchange, notice, balanceLink }: HomeProps) {
  const session = useSession()
  const name = session.status === 'in' ? session.name : ''
  return (
    <Page title={name ? <Trans>Hello, {name}</Trans> : <Trans>Hello</Trans>}>
      {notice}
      {offers('balances') ? <TotalBalance /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 desk:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Running row={row} seeAll={seeAll} startExchange={startExchange} />
        {offers('balances') ? <Held link={balanceLink} /> : null}
      </div>
    </Page>
  )
}

function Running({ row, seeAll, startExchange }: Omit<HomeProps, 'notice' | 'balanceLink'>) {
  const running = useQuery(runningQuery)
  const empty = (
    <EmptyState
      icon={<Repeat size={24} aria-hidden="true" />}
      title={<Trans>Nothing in progress</Trans>}
      action={startExchange}
    >
      {offers('exchange') ? (
        <Trans>Buy, sell or swap: choose what you give and what you get, and see every fee before you pay.</Trans>
      ) : null}
    </EmptyState>
  )
  return <TransactionCard title={<Trans>In progress</Trans>} list={running} row={row} seeAll={seeAll} empty={empty} />
}

/** The balances. Hidden if there are none; an error is shown. */
function Held({ link }: { link: BalanceLink }) {
  const { data, isError } = useQuery(balancesQuery)
  const shown = data ? data.data.length > 0 : isError
  return shown ? <BalanceCard title={<Trans>Balances</Trans>} empty={null} link={link} /> : null
}
