import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type Wallet = Schemas['WalletInfo']
export type WalletMessage = Schemas['WalletMessage']
export type Declaration = Schemas['DeclareWallet']
export type OriginatorStatement = Schemas['OriginatorStatement']

const BASE = '/api/client/v1/wallets'

/** The wallets that the customer declared. */
export const walletsQuery = queryOptions({
  queryKey: ['person', 'wallets'],
  queryFn: async ({ signal }) => (await client.GET(BASE, { signal })).data.data,
})

export const declareWallet = async (body: Declaration) => (await client.POST(BASE, { body })).data
/** Declares an originator for the order or payment that requires it. */
export const tellSender = (body: OriginatorStatement) => client.POST('/api/client/v1/senders', { body })
export const forgetWallet = (id: string) => client.DELETE(`${BASE}/{id}`, { params: { path: { id } } })
export const askMessage = async (id: string) =>
  (await client.POST(`${BASE}/{id}/challenge`, { params: { path: { id } } })).data
export const proveWallet = async (id: string, signature: string) =>
  (await client.POST(`${BASE}/{id}/prove`, { params: { path: { id } }, body: { signature } })).data
