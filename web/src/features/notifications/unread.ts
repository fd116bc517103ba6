import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'

/** How many notifications are unread, and which is the newest. The socket keeps it current. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/notifications/unread', { signal })).data,
})
