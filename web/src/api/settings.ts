import { queryOptions } from '@tanstack/react-query'
import { auth } from './auth'

/** The person's settings as the server keeps them, for every machine they sign in on. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => auth.settings(),
})
