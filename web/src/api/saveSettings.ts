import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { auth } from './auth'
import { settingsQuery } from './settings'

type Change = Parameters<typeof auth.saveSettings>[0]

/** See `useSaveSettings`. */
export async function saveSettings(queries: QueryClient, change: Change): Promise<void> {
  const before = queries.getQueryData(settingsQuery.queryKey)
  queries.setQueryData(settingsQuery.queryKey, (known) => (known ? { ...known, ...change } : known))
  try {
    await auth.saveSettings(change)
  } catch (error) {
    queries.setQueryData(settingsQuery.queryKey, before)
    // Of two changes at once, one may have been kept.
    void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
    throw error
  }
  // Balances say what they are worth in that currency.
  if (change.main_currency) void queries.invalidateQueries({ queryKey: ['balances'] })
}

/**
 * Changes settings at once here, and then on the server. When that fails the page goes back to what the server keeps, and
 * `onError` tells the person.
 */
export function useSaveSettings(onError: (error: unknown) => void): (change: Change) => void {
  const queries = useQueryClient()
  return (change) => void saveSettings(queries, change).catch(onError)
}
