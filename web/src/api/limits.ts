import { queryOptions } from '@tanstack/react-query'
import { client } from './client'

/** The user's limits, their use, and the requirements of the next tier. */
export const limitsQuery = queryOptions({
  queryKey: ['person', 'limits'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/user/limits', { signal })).data,
})
