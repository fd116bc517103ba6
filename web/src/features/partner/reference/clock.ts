import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../api/client'
import type { components } from '../../../api/schema.gen'

export type ClockState = components['schemas']['TestClockState']

const PATH = '/api/client/v1/sandbox/test-clock'

/** The test clock, the time of the sandbox. */
export const clockQuery = queryOptions({
  queryKey: ['sandbox', 'test-clock'],
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data,
})

export const freezeClock = (frozen: boolean) => client.POST(PATH, { body: { frozen } })

const HOUR_MS = 3_600_000

/** By how many hours a tester moves the clock. */
export const STEPS = [1, 24, 24 * 30, 24 * 90] as const

/** The time that is `hours` after that of the clock. */
export const later = (now: string, hours: number): string => new Date(Date.parse(now) + hours * HOUR_MS).toISOString()

/** Moves the clock by hours from its present time: a running one has moved on since it was shown. */
export async function advanceClock(hours: number): Promise<void> {
  const { data } = await client.GET(PATH)
  await client.POST(PATH, { body: { advance_to: later(data.now, hours) } })
}
