import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from '../api/problem'
import { lastFailed } from './lastFailed'

const failing = async (queries: QueryClient, name: string, error: unknown) =>
  queries.fetchQuery({ queryKey: [name], queryFn: () => Promise.reject(error), retry: false }).catch(() => undefined)

test('support is told of the last request that the server refused, and of no lost connection', async () => {
  const queries = new QueryClient()
  expect(lastFailed(queries)).toBeUndefined()
  await failing(queries, 'one', new ApiError('INTERNAL_ERROR', 500, { requestId: 'req-1' } as Partial<ApiError>))
  await failing(queries, 'two', new ApiError('ERR_NETWORK', 0))
  await failing(queries, 'three', new Error('no answer of the server'))
  expect(lastFailed(queries)).toBe('req-1')
})
