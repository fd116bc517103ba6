import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { requestOf } from '../../api/request'
import type { components } from '../../api/schema.gen'
import { send } from '../../api/send'

type Schemas = components['schemas']

export type Closing = Schemas['ClosingInfo']
export type Export = Schemas['ExportInfo']
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

/** The copies of the person's data. While one is being made, the page looks again. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await client.GET(`${BASE}/exports`, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? 3_000 : false),
})

export const askExport = () => client.POST(`${BASE}/exports`)

/** The file of a copy, byte for byte. */
export async function fetchExport(id: string): Promise<Blob> {
  const response = await send(requestOf('GET', `${BASE}/exports/{id}/file`, { params: { path: { id } } }))
  return response.blob()
}
