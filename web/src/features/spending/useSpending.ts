import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { notify } from '../../ui/toast'
import { type LastWins, lastWins } from './lastWins'
import { type SpendingOrder, saveSpending, spendingQuery } from './queries'

const { queryKey } = spendingQuery

/** One saver per app, so that a pending change survives when the customer leaves and reopens the page. */
const savers = new WeakMap<QueryClient, LastWins<SpendingOrder>>()

function newSaver(queries: QueryClient): LastWins<SpendingOrder> {
  const save = async (order: SpendingOrder) => {
    const kept = await saveSpending(order)
    // A response to an earlier request could contain the previous order.
    await queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, kept)
  }
  return lastWins(save, (error) => {
    // The server may have saved it despite the error.
    void queries.invalidateQueries({ queryKey, exact: true })
    void notify.failed(error)
  })
}

/** The saver of the order of spending. */
export function saverOf(queries: QueryClient): LastWins<SpendingOrder> {
  const saver = savers.get(queries) ?? newSaver(queries)
  savers.set(queries, saver)
  return saver
}

/** Applies a change to the latest wanted order, and saves the result if it differs. */
export function changeSpending(queries: QueryClient, how: (order: SpendingOrder) => SpendingOrder): void {
  const saver = saverOf(queries)
  const now = saver.wanted() ?? queries.getQueryData(queryKey)
  const next = now && how(now)
  if (next && next !== now) saver.want(next)
}

/**
 * The wanted order of spending, with optimistic changes.
 * A failed change is undone, with a notice.
 */
export function useSpending() {
  const queries = useQueryClient()
  const asked = useQuery(spendingQuery)
  const saver = saverOf(queries)
  const wanted = useSyncExternalStore(saver.subscribe, saver.wanted, saver.wanted)
  const { data, error, refetch } = asked
  return {
    asked: { data: wanted ?? data, error, refetch },
    change: (how: (order: SpendingOrder) => SpendingOrder) => changeSpending(queries, how),
  }
}
