import { queryOptions } from '@tanstack/react-query'
import { client } from './client'

/** The signed-in user. All data of the user has keys below ['person'], so that one change invalidates all of it. */
export const userQuery = queryOptions({
  queryKey: ['person', 'user'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/user', { signal })).data,
})
