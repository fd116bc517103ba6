import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../api/client'
import type { Choices } from './choices'
import { UNFINISHED_KEY } from './key'

const PATH = '/api/client/v1/order-draft'

/** The draft that the server keeps for the active profile; null if there is none. */
export const unfinishedQuery = queryOptions({
  queryKey: UNFINISHED_KEY,
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data.draft?.choices ?? null,
})

export const keepUnfinished = (choices: Choices) => client.PUT(PATH, { body: choices })

export const discardUnfinished = () => client.DELETE(PATH)
