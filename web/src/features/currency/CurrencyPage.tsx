import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CurrencyInfo } from '../../api/exchangeTypes'
import { useCatalogue } from '../../domain/catalogue'
import { Loaded, QueryCard } from '../../domain/QueryCard'
import { balancesQuery, type Transaction } from '../../domain/queries'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { Chart } from './Chart'
import type { Filters } from './filters'
import { Head } from './Head'
import { Movements } from './Movements'
import { WhereItStands } from './WhereItStands'

type CurrencyPageProps = {
  /** As written in the URL. */
  code: string
  filters: Filters
  onFilters: (change: Filters) => void
  /** Wraps a row in a link to its transaction. */
  link: (transaction: Transaction, row: ReactNode) => ReactNode
  back: ReactNode
  /** Link to the balances, for an unknown currency. */
  elsewhere: ReactNode
  /** Links to a purchase, a deposit, a withdrawal and a conversion of this currency. */
  actions: ReactNode
  /** Links to the permanent deposit details and the statement. */
  links: ReactNode
}

/** The page of one currency: balance, actions and movements of a profile. */
export function CurrencyPage({ code, back, elsewhere, ...rest }: CurrencyPageProps) {
  const names = useCatalogue()
  const currency = names.data?.currencies.find((one) => one.code === code)
  return (
    <Page title={currency?.name ?? code} back={back}>
      <QueryCard asked={names} rows={4}>
        {() => (currency ? <Known currency={currency} {...rest} /> : <Unknown elsewhere={elsewhere} />)}
      </QueryCard>
    </Page>
  )
}

function Unknown({ elsewhere }: { elsewhere: ReactNode }) {
  return (
    <Card>
      <EmptyState art="search" title={<Trans>There is no such currency</Trans>} action={elsewhere}>
        <Trans>The address may be wrong, or the currency is no longer offered.</Trans>
      </EmptyState>
    </Card>
  )
}

type KnownProps = Omit<CurrencyPageProps, 'code' | 'back' | 'elsewhere'> & { currency: CurrencyInfo }

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] gap-4 desk:gap-5'

function Known({ currency: { code }, actions, links, ...movements }: KnownProps) {
  const balances = useQuery(balancesQuery)
  const { data } = balances
  return (
    <div
      className={`${COLUMN} items-start desk:grid-cols-[minmax(0,1fr)_336px] min-[1440px]:grid-cols-[minmax(0,1fr)_360px]`}
    >
      <Card raised>
        <Loaded asked={balances} rows={1}>
          {(all) => <Head currency={code} balances={all} />}
        </Loaded>
        <Chart currency={code} balances={balances} />
        <div className="mt-4">{actions}</div>
      </Card>
      <div className={`${COLUMN} desk:col-start-2 desk:row-span-2 desk:row-start-1`}>
        {data ? (
          <WhereItStands
            currency={code}
            balance={data.data.find((one) => one.currency === code)}
            total={data.total?.amount}
          />
        ) : null}
        {links}
      </div>
      <Movements currency={code} {...movements} />
    </div>
  )
}
