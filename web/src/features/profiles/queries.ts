import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

export type Profile = components['schemas']['ProfileInfo']

const BASE = '/api/client/v1/profiles'

/** The customer's profiles, including closed ones. */
export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) => (await client.GET(BASE, { signal })).data,
})

const at = (id: string) => ({ params: { path: { id } } })

export const profiles = {
  add: (name: string) => client.POST(BASE, { body: { name } }),
  rename: (id: string, name: string) => client.PUT(`${BASE}/{id}`, { ...at(id), body: { name } }),
  close: (id: string) => client.POST(`${BASE}/{id}/close`, at(id)),
  reopen: (id: string) => client.POST(`${BASE}/{id}/reopen`, at(id)),
}
