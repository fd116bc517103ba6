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
    // Of two concurrent changes, the server may have saved one.
    void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
    throw error
  }
  // Balances are also valued in the main currency.
  if (change.main_currency) void queries.invalidateQueries({ queryKey: ['balances'] })
}

/** Saves settings with an optimistic update. On failure restores the server's values and calls `onError`. */
export function useSaveSettings(onError: (error: unknown) => void): (change: Change) => void {
  const queries = useQueryClient()
  return (change) => void saveSettings(queries, change).catch(onError)
}
