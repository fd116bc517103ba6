import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pollMs } from '../api/refresh'
import { movementsQuery } from '../api/paged'
import type { Me, MovementLine } from '../api/queries'
import { EmptyCard } from '../parts/EmptyCard'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { PageHead } from '../parts/PageHead'
import { useRoomy } from '../parts/useRoomy'
import { replaceAddressQuery, setAddressQuery, useAddressQuery } from '../place'
import { addressOf, chosenOf, filterOf, type MovementFilter, withChosen } from './movements/filter'
import { FilterBar } from './movements/FilterBar'
import { MovementPanel } from './movements/MovementPanel'
import { MovementRows } from './movements/MovementRows'
import { useListKeys } from './movements/useListKeys'
import { ViewPills } from './movements/ViewPills'

/** All movements of the tenant's customers, newest first. The URL contains the filters and the chosen row. */
export function MovementsPage({ me }: { me: Me }) {
  const address = useAddressQuery()
  const filter = filterOf(address)
  // Reads of one customer's transactions are audited, so they are not polled.
  const live = filter.customer ? {} : ({ refetchInterval: pollMs, refetchOnWindowFocus: 'always' } as const)
  const found = useInfiniteQuery({ ...movementsQuery(filter), ...live })
  const lines = found.data?.pages.flatMap((page) => page.data) ?? []
  const change = (next: MovementFilter) => setAddressQuery(addressOf(next))
  return (
    <>
      <PageHead title={<Trans>Transactions</Trans>} />
      <ViewPills operator={me.id} filter={filter} onChange={change} />
      <FilterBar filter={filter} first={lines[0]} onChange={change} />
      <Loaded
        asked={found}
        empty={() =>
          lines.length === 0 ? <Nothing more={found.hasNextPage} filtered={addressOf(filter).size > 0} /> : null
        }
      >
        {() => <List lines={lines} chosen={chosenOf(address)} filter={filter} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

type ListProps = { lines: readonly MovementLine[]; chosen: string | undefined; filter: MovementFilter }

/** The list, with the chosen transaction beside it where there is room. */
function List({ lines, chosen, filter }: ListProps) {
  const { t } = useLingui()
  const isRoomy = useRoomy()
  const choose = (id: string | undefined) => replaceAddressQuery(withChosen(filter, id))
  useListKeys({ ids: lines.map(({ id }) => id), chosen, onChoose: choose })
  const line = isRoomy ? lines.find(({ id }) => id === chosen) : undefined
  return (
    <div className={`grid items-start gap-3 ${line ? 'grid-cols-[minmax(0,1fr)_306px]' : ''}`}>
      <MovementRows lines={lines} label={t`Transactions`} chosen={chosen} onChoose={isRoomy ? choose : undefined} />
      {line ? <MovementPanel key={line.id} line={line} onClose={() => choose(undefined)} /> : null}
    </div>
  )
}

/** The empty state: no results so far, or none at all. */
function Nothing({ more, filtered }: { more: boolean; filtered: boolean }) {
  if (more)
    return (
      <EmptyCard art="search" title={<Trans>Nothing among the newest transactions</Trans>}>
        <Trans>Show more to look through older ones.</Trans>
      </EmptyCard>
    )
  if (filtered)
    return (
      <EmptyCard art="search" title={<Trans>Nothing found</Trans>}>
        <Trans>Remove a filter to see more.</Trans>
      </EmptyCard>
    )
  return (
    <EmptyCard art="exchange" title={<Trans>No transactions yet</Trans>}>
      <Trans>Every order of a customer appears here, the newest first.</Trans>
    </EmptyCard>
  )
}
