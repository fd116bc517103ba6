import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrencyInfo } from '../../api/exchangeTypes'
import { useCatalogue } from '../../domain/catalogue'
import { QueryCard } from '../../domain/QueryCard'
import { balancesQuery, type Transaction } from '../../domain/queries'
import { moneyText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { CurrencyIcon } from '../../ui/CurrencyIcon'
import { HeroMoney } from '../../ui/Money'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { Chart } from './Chart'
import type { Filters } from './filters'
import { Movements } from './Movements'
import { WhereItStands } from './WhereItStands'

type CurrencyPageProps = {
  /** As written in the URL. */
  code: string
  filters: Filters
  onFilters: (change: Filters) => void
  row: (transaction: Transaction) => ReactNode
  back: ReactNode
  /**
   * Links to a deposit, a withdrawal and a conversion of this currency. The deposit comes first, because it is the
   * first step.
   */
  actions: ReactNode
  /** Wraps words in a link to the permanent deposit details. */
  details: (words: ReactNode) => ReactNode
  /** Link to the statement of this currency. */
  statement: ReactNode
}

/** The page of one currency: balance, actions and movements of a profile. */
export function CurrencyPage({ code, back, ...rest }: CurrencyPageProps) {
  const names = useCatalogue()
  const currency = names.data?.currencies.find((one) => one.code === code)
  return (
    <Page title={currency?.name ?? code} actions={back}>
      <QueryCard asked={names} rows={4}>
        {() => (currency ? <Known currency={currency} {...rest} /> : <Unknown back={back} />)}
      </QueryCard>
    </Page>
  )
}

function Unknown({ back }: { back: ReactNode }) {
  return (
    <Card>
      <EmptyState
        icon={<SearchX size={24} aria-hidden="true" />}
        title={<Trans>There is no such currency</Trans>}
        action={back}
      >
        <Trans>The address may be wrong, or the currency is no longer offered.</Trans>
      </EmptyState>
    </Card>
  )
}

type KnownProps = Omit<CurrencyPageProps, 'code' | 'back'> & { currency: CurrencyInfo }

function Known({ currency: { code }, actions, details, statement, ...movements }: KnownProps) {
  const balances = useQuery(balancesQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 desk:grid-cols-[minmax(0,1fr)_336px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <QueryCard asked={balances} rows={2}>
          {(all) => {
            const held = all.data.find((one) => one.currency === code)
            const worth = held?.main_value && all.total && all.total.currency !== code
            return (
              <Hero
                currency={code}
                amount={held?.posted ?? '0.00'}
                worth={worth ? { amount: held.main_value ?? '', currency: all.total?.currency ?? '' } : undefined}
                actions={actions}
              />
            )
          }}
        </QueryCard>
        <Chart currency={code} balances={balances} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 desk:col-start-2 desk:row-span-2 desk:row-start-1">
        {balances.data ? (
          <WhereItStands currency={code} balance={balances.data.data.find((one) => one.currency === code)} />
        ) : null}
        <div className="grid grid-cols-1 gap-2">
          {details(<Trans>Deposit details</Trans>)}
          {statement}
        </div>
      </div>
      <Movements currency={code} {...movements} />
    </div>
  )
}

type HeroProps = {
  currency: string
  amount: string
  /** The value in the main currency, if that differs and a rate is known. */
  worth: { amount: string; currency: string } | undefined
  actions: ReactNode
}

function Hero({ currency, amount, worth, actions }: HeroProps) {
  const { i18n } = useLingui()
  return (
    <Card>
      <div className="flex items-center gap-4">
        <CurrencyIcon code={currency} size={48} />
        <div className="min-w-0 flex-1">
          <p className="text-[13px] text-muted">
            <Trans>Your balance</Trans>
          </p>
          <HeroMoney amount={amount} currency={currency} size="m" />
          {worth ? <p className="mt-1 text-muted wrap-anywhere">≈ {moneyText(worth, i18n.locale)}</p> : null}
        </div>
      </div>
      <nav className="mt-5 grid grid-cols-3 gap-2">{actions}</nav>
    </Card>
  )
}
