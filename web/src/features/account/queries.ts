import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type Closing = Schemas['ClosingInfo']
export type ClosingBalance = Schemas['ClosingBalance']
export type ClosingTransaction = Schemas['ClosingTransaction']

const BASE = '/api/client/v1/user'

/** How it stands with the deletion of the account. Orders move money behind its back, so it is old at once. */
export const closingQuery = queryOptions({
  queryKey: ['person', 'closing'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await client.GET(`${BASE}/closing`, { signal })).data,
})

export const askClosing = async (reason: string) =>
  (await client.POST(`${BASE}/closing`, { body: reason ? { reason } : {} })).data

export const keepAccount = () => client.DELETE(`${BASE}/closing`)
