import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import type { CurrencyCode } from '../../api/exchangeTypes'
import { type Catalogue, useCatalogue } from '../../domain/catalogue'
import { dayOf } from '../../domain/days'
import { QueryCard } from '../../domain/QueryCard'
import { balancesQuery } from '../../domain/queries'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { StaleNote } from '../../ui/StaleNote'
import { ErrorState } from '../../ui/States'
import { PeriodFields } from './PeriodFields'
import { type Asked, type Period, periodOf } from './period'
import { statementQuery } from './queries'
import { StatementLines, type StatementLink } from './StatementLines'
import { Summary } from './Summary'

type StatementPageProps = {
  /** The parameters of the URL. */
  asked: Asked
  onAsked: (change: Asked) => void
  back: ReactNode
  /** Wraps a line in a link to its transaction. */
  link: StatementLink
}

/** The statement: opening balance, changes and closing balance of a period. */
export function StatementPage({ back, ...rest }: StatementPageProps) {
  const names = useCatalogue()
  return (
    <Page title={<Trans>Statement</Trans>} actions={back}>
      <QueryCard asked={names} rows={4}>
        {({ currencies }) => <Chosen currencies={currencies} {...rest} />}
      </QueryCard>
    </Page>
  )
}

type ChosenProps = Omit<StatementPageProps, 'back'> & { currencies: Catalogue['currencies'] }

/** The currency of the URL, or else the first with a balance; the days of the URL, or else this month. */
function Chosen({ currencies, asked, onAsked, link }: ChosenProps) {
  const balances = useQuery(balancesQuery)
  const known = (code: string | undefined) => currencies.find((one) => one.code === code)?.code
  const currency =
    known(asked.currency) ?? known(balances.data?.data[0]?.currency) ?? known('EUR') ?? currencies[0]?.code
  const month = periodOf('month', dayOf(new Date()))
  const period = { from: asked.from ?? month.from, to: asked.to ?? month.to }
  // Without a currency in the URL, the balances must load first.
  if (!currency || (asked.currency === undefined && balances.isPending)) return <SkeletonRows count={4} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Card>
        <PeriodFields
          currencies={currencies}
          held={balances.data?.data.map((one) => one.currency) ?? []}
          currency={currency}
          period={period}
          onChange={(part) => onAsked({ currency, ...part })}
        />
      </Card>
      <Statement
        currency={currency}
        period={period}
        search={asked.search}
        onSearch={(search) => onAsked({ search })}
        link={link}
      />
    </div>
  )
}

type StatementProps = {
  currency: CurrencyCode
  period: Period
  search: string | undefined
  onSearch: (search: string | undefined) => void
  link: StatementLink
}

function Statement({ currency, period, search, onSearch, link }: StatementProps) {
  const list = useInfiniteQuery(statementQuery(currency, period, search))
  const again = () => void list.refetch()
  const first = list.data?.pages[0]
  if (period.to < period.from) return null
  if (!first) {
    return (
      <Card>
        {list.error ? <ErrorState onRetry={again}>{errorText(list.error)}</ErrorState> : <SkeletonRows count={6} />}
      </Card>
    )
  }
  return (
    <>
      {list.error ? <StaleNote onRetry={again} /> : null}
      <Summary statement={first} />
      <StatementLines
        currency={first.currency}
        lines={list.data?.pages.flatMap((page) => page.data) ?? []}
        search={search}
        onSearch={onSearch}
        link={link}
        more={list.hasNextPage ? { busy: list.isFetchingNextPage, ask: () => void list.fetchNextPage() } : undefined}
      />
    </>
  )
}
