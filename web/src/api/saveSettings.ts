import { useQueryClient } from '@tanstack/react-query'
import { auth } from './auth'
import { settingsQuery } from './settings'

type Change = Parameters<typeof auth.saveSettings>[0]

/** Changes settings at once here, and then on the server. `onError` tells the person that only this page knows. */
export function useSaveSettings(onError: (error: unknown) => void): (change: Change) => void {
  const queries = useQueryClient()
  return (change) => {
    queries.setQueryData(settingsQuery.queryKey, (known) => (known ? { ...known, ...change } : known))
    auth.saveSettings(change).catch(onError)
  }
}
