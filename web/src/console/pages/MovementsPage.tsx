import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/States'
import { lookMs } from '../api/news'
import { movementsQuery } from '../api/paged'
import type { Me } from '../api/queries'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { setAddressQuery, useAddressQuery } from '../place'
import { addressOf, filterOf, type MovementFilter } from './movements/filter'
import { FilterBar } from './movements/FilterBar'
import { MovementRows } from './movements/MovementRows'
import { SearchBar } from './movements/SearchBar'

/** All movements of the tenant's customers, newest first. The URL contains the filters. */
export function MovementsPage({ me }: { me: Me }) {
  const { t } = useLingui()
  const address = useAddressQuery()
  const filter = filterOf(address)
  // Reads of one customer's transactions are audited, so they are not polled.
  const live = filter.customer ? {} : ({ refetchInterval: lookMs, refetchOnWindowFocus: 'always' } as const)
  const found = useInfiniteQuery({ ...movementsQuery(filter), ...live })
  const change = (next: MovementFilter) => setAddressQuery(addressOf(next))
  return (
    <>
      <h1>
        <Trans>Transactions</Trans>
      </h1>
      <SearchBar key={filter.search ?? filter.customer ?? ''} filter={filter} me={me} onChange={change} />
      {filter.search ? null : <FilterBar filter={filter} onChange={change} />}
      <Loaded asked={found}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.data)
          if (lines.length > 0) return <MovementRows lines={lines} label={t`Transactions`} />
          return <Nothing more={found.hasNextPage} filtered={addressOf(filter).size > 0} />
        }}
      </Loaded>
      <More query={found} />
    </>
  )
}

/** The empty state: no results so far, or none at all. */
function Nothing({ more, filtered }: { more: boolean; filtered: boolean }) {
  if (more)
    return (
      <EmptyState title={<Trans>Nothing among the newest transactions</Trans>}>
        <Trans>Show more to look through older ones.</Trans>
      </EmptyState>
    )
  return <EmptyState title={filtered ? <Trans>Nothing found</Trans> : <Trans>No transactions yet</Trans>} />
}
