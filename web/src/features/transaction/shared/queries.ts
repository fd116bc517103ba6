import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../api/client'
import { isApiError } from '../../../api/problem'
import type { components } from '../../../api/schema.gen'
import { isFinal } from '../../../domain/isFinal'

export type SharedStatus = components['schemas']['SharedStatus']
export type SharedTransfer = components['schemas']['SharedTransfer']

const RUNNING_MS = 4_000
/** A late payment can still change an ended order. */
const ENDED_MS = 60_000

/** A link that is wrong, withdrawn or over its date. Too many of them look the same. */
export function isNoLink(error: unknown): boolean {
  return isApiError(error) && (error.code === 'NOT_FOUND' || error.code === 'TOO_MANY_REQUESTS')
}

/** The status behind a link, read again while the page is visible. */
export const sharedStatusQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-status', token],
    queryFn: async ({ signal }) =>
      (await client.POST('/api/client/v1/status-links/look', { body: { token }, signal })).data,
    retry: (count, error) => !isNoLink(error) && count < 2,
    refetchInterval: ({ state }) => {
      if (isNoLink(state.error)) return false
      return state.data && isFinal(state.data.status) ? ENDED_MS : RUNNING_MS
    },
  })

/** The customer's link to the status of an order. The server makes it once; asking again gives the same link. */
export const statusLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['status-link', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } }
      return (await client.POST('/api/client/v1/transactions/{id}/status-link', { params, signal })).data
    },
    // A withdrawn link must not come back by itself.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export async function withdrawStatusLink(id: string): Promise<void> {
  await client.DELETE('/api/client/v1/transactions/{id}/status-link', { params: { path: { id } } })
}
