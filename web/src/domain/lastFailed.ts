import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '../api/problem'

/** The id of the last request that the server refused or failed, from what the page still knows. */
export function lastFailed(queries: QueryClient): string | undefined {
  const asked = queries
    .getQueryCache()
    .getAll()
    .map(({ state }) => ({ error: state.error as unknown, at: state.errorUpdatedAt }))
  const changed = queries
    .getMutationCache()
    .getAll()
    .map(({ state }) => ({ error: state.error as unknown, at: state.submittedAt }))
  const failed = [...asked, ...changed].filter(({ error }) => isApiError(error)).toSorted((a, b) => b.at - a.at)
  for (const { error } of failed) if (isApiError(error) && error.requestId) return error.requestId
  return undefined
}
