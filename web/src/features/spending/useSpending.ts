import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { notify } from '../../ui/toast'
import { type LastWins, lastWins } from './lastWins'
import { type SpendingOrder, saveSpending, spendingQuery } from './queries'

const { queryKey } = spendingQuery

/** One for the whole app: a change that is on its way when the page is left and opened again is neither lost nor overtaken. */
const savers = new WeakMap<QueryClient, LastWins<SpendingOrder>>()

function newSaver(queries: QueryClient): LastWins<SpendingOrder> {
  const save = async (order: SpendingOrder) => {
    const kept = await saveSpending(order)
    // An answer to a question that was asked before may be the order before.
    await queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, kept)
  }
  return lastWins(save, (error) => {
    // It may have been kept all the same.
    void queries.invalidateQueries({ queryKey, exact: true })
    void notify.failed(error)
  })
}

/** What saves the order of spending. */
export function saverOf(queries: QueryClient): LastWins<SpendingOrder> {
  const saver = savers.get(queries) ?? newSaver(queries)
  savers.set(queries, saver)
  return saver
}

/** Changes the order as it is wanted by now, and saves it unless nothing is different. */
export function changeSpending(queries: QueryClient, how: (order: SpendingOrder) => SpendingOrder): void {
  const saver = saverOf(queries)
  const now = saver.wanted() ?? queries.getQueryData(queryKey)
  const next = now && how(now)
  if (next && next !== now) saver.want(next)
}

/**
 * The order of spending as the person wants it, which is what the server has once everything is saved. A change shows at once.
 * One that could not be saved is undone, and the person is told.
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
