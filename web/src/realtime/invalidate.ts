import type { QueryClient } from '@tanstack/react-query'
import type { AgioEvent } from './events'

/** The queries that an event invalidates. Events carry no state, so the state is refetched. */
export function staleKeys(event: Pick<AgioEvent, 'kind' | 'subject'>): string[][] {
  switch (event.kind) {
    case 'transaction.changed':
    case 'transaction.created':
      return [['transaction', event.subject], ['transactions'], ['balances']]
    case 'balance.changed':
      return [['balances']]
    default:
      return []
  }
}

export function invalidateFor(queries: QueryClient, event: AgioEvent): void {
  for (const queryKey of staleKeys(event)) void queries.invalidateQueries({ queryKey })
}

/** Invalidates all queries that any event can affect. */
export function invalidateTold(queries: QueryClient): void {
  for (const key of ['transaction', 'transactions', 'balances']) void queries.invalidateQueries({ queryKey: [key] })
}
