import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { requestOf } from '../../api/request'
import type { components } from '../../api/schema.gen'
import { send } from '../../api/send'

type Schemas = components['schemas']

export type CustomerDocument = Schemas['CustomerDocument']
export type MakeDocument = Schemas['MakeDocument']
export type IssuedDocumentKind = Schemas['IssuedDocumentKind']
export type DocumentFormat = Schemas['DocumentFormat']
export type DocumentLanguage = Schemas['DocumentLanguage']

const BASE = '/api/client/v1/documents'

/** Whether the server still works on a document. */
export const isOpen = ({ state }: Pick<CustomerDocument, 'state'>) => state === 'QUEUED' || state === 'PROCESSING'

/** The profile's documents, newest first. Polls while one is being made. */
export const documentsQuery = queryOptions({
  queryKey: ['documents'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await client.GET(BASE, { signal })).data.data,
  refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 1_000 : false),
})

/** Whether the identity is verified, without which no document is made. */
export const identityQuery = queryOptions({
  queryKey: ['person', 'verifications', 'identity'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const { data } = await client.GET('/api/client/v1/user/verifications', { signal })
    return data.data.some(({ kind, status }) => kind === 'IDENTITY' && status === 'COMPLETED')
  },
})

export const makeDocument = async (body: MakeDocument) => (await client.POST(BASE, { body })).data

/** The file of a document, byte for byte. */
export async function fetchDocument(id: string): Promise<Blob> {
  const response = await send(requestOf('GET', `${BASE}/{id}/file`, { params: { path: { id } } }))
  return response.blob()
}

/** Whether a document with this code was issued here. */
export const checkCode = async (code: string) => (await client.POST(`${BASE}/check`, { body: { code } })).data.is_match
