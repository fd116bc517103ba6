import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Connections = Schemas['ConnectionsInfo']
export type ConnectionKind = Schemas['ConnectionKindInfo']
export type Connection = Schemas['ConnectionInfo']
export type ConnectionTest = Schemas['ConnectionTestInfo']
export type HotWallet = Schemas['HotWalletInfo']
export type ConnectionHealth = Schemas['ConnectionHealthInfo']
export type NewBank = Schemas['NewBankConnection']
export type NewCards = Schemas['NewCardsConnection']

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => ask<Connections>('connections', { signal }),
  // A sandbox has none: its 404 is an answer.
  retry: false,
})

/** How often the health is read. The server asks no other side for it. */
const HEALTH_MS = 30_000

/** When each connection last answered, and why it does not work. */
export const connectionHealthQuery = queryOptions({
  queryKey: ['connection-health'],
  queryFn: ({ signal }) => ask<Schemas['ConnectionsHealthInfo']>('connections/health', { signal }),
  refetchInterval: HEALTH_MS,
})

/** Makes a draft, which a second operator switches on. */
export const makeConnection = (kind: 'bank' | 'cards', body: NewBank | NewCards) =>
  ask<Connection>(`connections/${kind}`, { method: 'POST', body })

/** Asks the other side whether the connection can be used. */
export const testConnection = (id: string) =>
  ask<ConnectionTest>(`connections/${id}/test`, { method: 'POST', body: {} })

/** Proposes to switch a connection on or off. */
export const switchConnection = (id: string, isOn: boolean, reason: string) =>
  ask<Act>(`connections/${id}/switch`, { method: 'POST', body: { is_on: isOn, reason } })

/** Switches a node or a source of prices off, or proposes to switch it on. */
export const switchServerConnection = ({ to, name }: ConnectionHealth, isOn: boolean, reason: string) =>
  ask<Act>('connections/server/switch', { method: 'POST', body: { to, name, is_on: isOn, reason } })
