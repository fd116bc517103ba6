import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type Endpoint = Schemas['WebhookEndpoint']
export type Endpoints = Schemas['WebhookEndpoints']
export type EndpointMade = Schemas['WebhookEndpointMade']
export type Delivery = Schemas['WebhookDelivery']

const PATH = '/api/client/v1/webhook-endpoints'
const POLL_MS = 2_000
const SHOWN = 25

/** The webhook endpoints of the active profile, oldest first, and the types of events. */
export const endpointsQuery = queryOptions({
  queryKey: ['webhook-endpoints'],
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data,
})

/** The newest deliveries of an endpoint. Asked again while one is on its way. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', id],
    queryFn: async ({ signal }) =>
      (await client.GET(`${PATH}/{id}/deliveries`, { params: { path: { id }, query: { limit: SHOWN } }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) ? POLL_MS : false),
  })

export const makeEndpoint = async (body: Schemas['NewWebhookEndpoint']): Promise<EndpointMade> =>
  (await client.POST(PATH, { body })).data

export const changeEndpoint = (id: string, body: Schemas['WebhookEndpointUpdate']) =>
  client.PUT(`${PATH}/{id}`, { params: { path: { id } }, body })

export const deleteEndpoint = (id: string) => client.DELETE(`${PATH}/{id}`, { params: { path: { id } } })

export const rotateEndpoint = async (id: string): Promise<EndpointMade> =>
  (await client.POST(`${PATH}/{id}/rotate`, { params: { path: { id } } })).data

export const enableEndpoint = (id: string) => client.POST(`${PATH}/{id}/enable`, { params: { path: { id } } })

export const testEndpoint = (id: string) => client.POST(`${PATH}/{id}/test`, { params: { path: { id } } })

export const resendDelivery = (id: string) =>
  client.POST('/api/client/v1/webhook-deliveries/{id}/resend', { params: { path: { id } } })

const isOnItsWay = ({ state }: Delivery): boolean => state === 'waiting' || state === 'sending'

/** The last failures of an endpoint that still receives: when it works again, nothing is said. */
export const isFailing = ({ state, failures }: Pick<Endpoint, 'state' | 'failures'>): boolean =>
  state === 'active' && failures > 0

/** The endpoint's host, to call it by a short name. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
