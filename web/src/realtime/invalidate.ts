import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { AgioEvent } from './events'

/** The queries that an event invalidates. Events carry no state, so the state is refetched. */
export function staleKeys(event: Pick<AgioEvent, 'kind' | 'subject'>): string[][] {
  switch (event.kind) {
    case 'transaction.changed':
    case 'transaction.created':
      return [['transaction', event.subject], ['transactions'], ['balances'], ['person', 'limits'], ['plans']]
    case 'balance.changed':
      return [['balances']]
    default:
      return []
  }
}

export function invalidateFor(queries: QueryClient, event: AgioEvent): void {
  for (const queryKey of staleKeys(event)) invalidate(queries, { queryKey })
}

/**
 * Invalidates the queries of money and plans, when the connection is ready for the first time. What is left of the
 * limits is not asked for again: the server counts them itself, and the next transaction refetches them.
 */
export function invalidateMoney(queries: QueryClient): void {
  for (const key of [['transaction'], ['transactions'], ['balances'], ['plans']]) invalidate(queries, { queryKey: key })
}

/**
 * Invalidates queries. The library does not repeat a query's first request while it runs, and its answer may be older
 * than the event. Such a query is invalidated again after the answer.
 */
export function invalidate(queries: QueryClient, filters: QueryFilters): void {
  const first = queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  for (const { state, promise, queryKey } of first) {
    if (state.data !== undefined) continue
    const again = () => void queries.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, again)
  }
  void queries.invalidateQueries(filters)
}
