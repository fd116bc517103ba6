import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CurrencyCode } from '../../api/exchangeTypes'
import { Loaded } from '../../domain/QueryCard'
import type { Transaction } from '../../domain/queries'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/States'
import { MovementFilters } from './MovementFilters'
import { MovementRow } from './MovementRow'
import { type Filters, isTurned, NO_FILTERS, queryOf } from './filters'
import { movementsQuery } from './queries'

type MovementsProps = {
  currency: CurrencyCode
  filters: Filters
  onFilters: (change: Filters) => void
  /** Wraps a row in a link to its transaction. */
  link: (transaction: Transaction, row: ReactNode) => ReactNode
}

/** All movements of the balance, newest first. The URL contains the filters. */
export function Movements({ currency, filters, onFilters, link }: MovementsProps) {
  const list = useInfiniteQuery(movementsQuery(currency, filters))
  const isFiltered = Object.keys(queryOf(filters)).length > 0
  const rows = list.data?.pages.flatMap((page) => page.data)
  return (
    <Card tight title={<Trans>Movements</Trans>}>
      <MovementFilters filters={filters} onFilters={onFilters} />
      {isTurned(filters) ? null : (
        <Loaded asked={{ data: rows, error: list.error, refetch: list.refetch }} rows={6}>
          {(all) =>
            all.length > 0 ? (
              <ul className="divide-y divide-line">
                {all.map((each) => (
                  <li key={each.id}>{link(each, <MovementRow transaction={each} currency={currency} />)}</li>
                ))}
              </ul>
            ) : isFiltered ? (
              <NothingFound onClear={() => onFilters(NO_FILTERS)} />
            ) : (
              <NothingYet />
            )
          }
        </Loaded>
      )}
      {list.hasNextPage ? (
        <div className="py-4">
          <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function NothingYet() {
  return (
    <EmptyState art="exchange" title={<Trans>No movements yet</Trans>}>
      <Trans>Deposits, withdrawals and conversions of this currency appear here. Begin with a deposit.</Trans>
    </EmptyState>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      art="search"
      title={<Trans>Nothing found</Trans>}
      action={
        <Button variant="quiet" onClick={onClear}>
          <Trans>Clear the filters</Trans>
        </Button>
      }
    >
      <Trans>No movement of this currency is as you ask.</Trans>
    </EmptyState>
  )
}
