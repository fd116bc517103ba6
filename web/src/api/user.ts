import { queryOptions } from '@tanstack/react-query'
import { client } from './client'

/** Whoever has signed in; everything of theirs lives under ['person'], so that one change makes all of it old. */
export const userQuery = queryOptions({
  queryKey: ['person', 'user'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/user', { signal })).data,
})
