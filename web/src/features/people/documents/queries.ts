import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client'
import type { components } from '../../../api/schema.gen'

type Schemas = components['schemas']

export type DocumentsInfo = Schemas['DocumentsInfo']
export type DocumentKind = Schemas['DocumentKind']
export type DocumentPart = Schemas['DocumentPart']
/** The subject of a verification: identity, address, or source of funds. */
export type Proof = 'identity' | 'address' | 'source_of_funds'
export type FundsAnswer = Schemas['SourceOfFundsBody']

/** The polling interval of a visible page: short at first, long if the review takes long. */
const ASK_AGAIN_MS = { in_progress: 3_000, too_long: 30_000 } as const

export const documentsQuery = (of: Proof) =>
  queryOptions({
    queryKey: ['person', 'documents', of],
    queryFn: async ({ signal }) =>
      (await client.GET('/api/client/v1/user/documents', { params: { query: { of } }, signal })).data,
    refetchInterval: ({ state }) => {
      const shown = state.data?.verification.shown
      return shown === 'in_progress' || shown === 'too_long' ? ASK_AGAIN_MS[shown] : false
    },
  })

/** Submits the uploaded documents. Invalidates everything that depends on the verification level. */
export function useSubmit(of: Proof) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (await client.POST('/api/client/v1/user/documents/submit', { params: { query: { of } } })).data,
    onSuccess: (now) => queries.setQueryData(documentsQuery(of).queryKey, now),
    onSettled: () => queries.invalidateQueries({ queryKey: ['person'] }),
  })
}

/** Submits the source-of-funds answers with the uploaded evidence. */
export function useAnswerFunds() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: FundsAnswer) => (await client.POST('/api/client/v1/user/source-of-funds', { body })).data,
    onSuccess: (now) => queries.setQueryData(documentsQuery('source_of_funds').queryKey, now),
    onSettled: () => queries.invalidateQueries({ queryKey: ['person'] }),
  })
}
