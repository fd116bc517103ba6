import { useMutation, useQueryClient } from '@tanstack/react-query'
import { auth } from './auth'
import { settingsQuery } from './settings'

/** Changes settings at once here, and then on the server. `onError` tells the person that only this page knows. */
export function useSaveSettings(onError: (error: unknown) => void) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: auth.saveSettings,
    onMutate: (change) =>
      void queries.setQueryData(settingsQuery.queryKey, (known) => (known ? { ...known, ...change } : known)),
    onError,
  })
  return mutate
}
