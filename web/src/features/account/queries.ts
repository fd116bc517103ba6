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

/** The state of the account closure. Always stale, because orders change the balances in the background. */
export const closingQuery = queryOptions({
  queryKey: ['person', 'closing'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await client.GET(`${BASE}/closing`, { signal })).data,
})

export const askClosing = async (reason: string) =>
  (await client.POST(`${BASE}/closing`, { body: reason ? { reason } : {} })).data

export const keepAccount = () => client.DELETE(`${BASE}/closing`)

/** The exports of the customer's data. Polls while one is being prepared. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await client.GET(`${BASE}/exports`, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? 3_000 : false),
})

export const askExport = () => client.POST(`${BASE}/exports`)

/** The file of an export, byte for byte. */
export async function fetchExport(id: string): Promise<Blob> {
  const response = await send(requestOf('GET', `${BASE}/exports/{id}/file`, { params: { path: { id } } }))
  return response.blob()
}
