import { queryOptions } from '@tanstack/react-query'
import { client } from './client'

/** What a person may exchange, what is used of it, and what the next level takes. */
export const limitsQuery = queryOptions({
  queryKey: ['person', 'limits'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/user/limits', { signal })).data,
})
