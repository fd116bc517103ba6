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
export type NewBank = Schemas['NewBankConnection']
export type NewCards = Schemas['NewCardsConnection']

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => ask<Connections>('connections', { signal }),
  // A sandbox has none: its 404 is an answer.
  retry: false,
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
