import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

export type Plan = components['schemas']['Plan']
export type PlanKind = components['schemas']['PlanKind']
export type PlanInterval = components['schemas']['PlanInterval']
export type MakePlan = components['schemas']['MakePlan']

const PATH = '/api/client/v1/plans'

/** The plans of the profile, newest first. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data.data,
})

/** A plan and the orders that it made. */
export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['plans', id],
    queryFn: async ({ signal }) => (await client.GET(`${PATH}/{id}`, { params: { path: { id } }, signal })).data,
    // A run changes the plan after the event of its order.
    refetchInterval: 10_000,
  })

export async function makePlan(body: MakePlan, key: string): Promise<Plan> {
  const { data } = await client.POST(PATH, { params: { header: { 'Idempotency-Key': key } }, body })
  return data
}

export const pausePlan = (id: string, isPaused: boolean) =>
  client.PUT(`${PATH}/{id}`, { params: { path: { id } }, body: { is_paused: isPaused } })

export const deletePlan = (id: string) => client.DELETE(`${PATH}/{id}`, { params: { path: { id } } })

/** Whether the plan can still run. */
export const isOpen = ({ state }: Plan): boolean => state === 'active' || state === 'paused'
