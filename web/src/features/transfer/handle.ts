import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'

/** The customer's handle, if there is one. */
export const handleQuery = queryOptions({
  queryKey: ['handle'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/user/handle', { signal })).data,
})

/** Claims a handle, or releases the present one. */
export async function saveHandle(handle: string | undefined) {
  const { data } = await client.PUT('/api/client/v1/user/handle', { body: handle === undefined ? {} : { handle } })
  return data
}
