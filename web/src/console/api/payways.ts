import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type PaywayPause = Schemas['PaywayPauseLine']
export type NewPaywayPause = Schemas['PaywayPauseBody']

/** How often the list is refreshed: the clock begins and ends windows, and other operators act. */
const LOOK_MS = 15_000

/** The payways that are off, and the planned windows. */
export const paywayPausesQuery = queryOptions({
  queryKey: ['payway-pauses'],
  queryFn: ({ signal }) => ask<Schemas['PaywayPausesInfo']>('payways/pauses', { signal }),
  refetchInterval: LOOK_MS,
})

/** Switches a payway off, at once or for a window. */
export async function pausePayway(body: NewPaywayPause): Promise<Act> {
  await ask<PaywayPause>('payways/pauses', { method: 'POST', body })
  return { state: 'done' }
}

/** Switches a payway on, or takes a window back. */
export async function resumePayway(id: string, reason: string): Promise<Act> {
  await ask<undefined>(`payways/pauses/${id}/resume`, { method: 'POST', body: { reason } })
  return { state: 'done' }
}
