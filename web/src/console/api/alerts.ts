import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type StandingAlert = Schemas['AlertInfo']

/** The server checks them every five minutes. */
const LOOK_MS = 60_000

/** The standing alerts that the role can act on. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: async ({ signal }) => (await ask<Schemas['AlertsInfo']>('alerts', { signal })).data,
  refetchInterval: LOOK_MS,
})
