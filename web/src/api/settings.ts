import { queryOptions } from '@tanstack/react-query'
import { auth } from './auth'

/** The user's settings on the server, which apply to all devices. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => auth.settings(),
})
