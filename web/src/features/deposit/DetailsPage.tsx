import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { CurrencyInfo, PaywayInfo } from '../../api/exchangeTypes'
import { useCatalogue } from '../../domain/catalogue'
import { QueryCard } from '../../domain/QueryCard'
import type { Transaction } from '../../domain/queries'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { useWide } from '../../ui/useWide'
import { AccountCard } from './AccountCard'
import { permanentPayways } from './payways'
import { Recent } from './Recent'
import { Ways } from './Ways'

type DetailsPageProps = {
  /** As written in the URL. */
  code: string
  /** The payway that is chosen first, as written in the URL. */
  payway: unknown
  back: ReactNode
  row: (transaction: Transaction) => ReactNode
  /** Wraps words in a link to a deposit by card or another service, which needs an order. */
  order: (words: ReactNode) => ReactNode
}

/** The permanent deposit details of a currency for this profile, and the latest deposits. */
export default function DetailsPage({ code, payway, back, row, order }: DetailsPageProps) {
  const { t } = useLingui()
  const catalogue = useCatalogue()
  return (
    <Page title={t`${code} deposit details`} actions={back}>
      <QueryCard asked={catalogue} rows={5}>
        {({ currencies, payways }) => {
          const currency = currencies.find((one) => one.code === code)
          const ways = currency ? permanentPayways(currency, payways) : []
          const first = ways.find((way) => way.code === payway) ?? ways[0]
          return currency && first ? (
            <Details currency={currency} ways={ways} first={first} row={row} order={order} />
          ) : (
            <Nowhere back={back} />
          )
        }}
      </QueryCard>
    </Page>
  )
}

type DetailsProps = Pick<DetailsPageProps, 'row' | 'order'> & {
  currency: CurrencyInfo
  ways: PaywayInfo[]
  first: PaywayInfo
}

function Details({ currency, ways, first, row, order }: DetailsProps) {
  const [chosen, setChosen] = useState(first.code)
  const wide = useWide()
  const payway = ways.find(({ code }) => code === chosen) ?? first
  const side = (
    <>
      <Recent currency={currency.code} row={row} />
      {order(<Trans>Other ways to deposit</Trans>)}
    </>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.22fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Ways ways={ways} currency={currency.code} chosen={payway.code} onChoose={setChosen} />
        {wide ? side : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <AccountCard key={payway.code} currency={currency} payway={payway} />
        {wide ? null : side}
      </div>
    </div>
  )
}

function Nowhere({ back }: { back: ReactNode }) {
  return (
    <Card>
      <EmptyState art="search" title={<Trans>There are no permanent details for it</Trans>} action={back}>
        <Trans>This currency cannot be sent without an order, or the address is wrong.</Trans>
      </EmptyState>
    </Card>
  )
}
