import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Partner = Schemas['PartnerLine']
export type PartnerInfo = Schemas['PartnerInfo']
export type PartnerKey = Schemas['PartnerKeyLine']
export type PartnerWebhook = Schemas['PartnerWebhookLine']
export type PartnerMerchant = Schemas['PartnerMerchant']

/** A partner with keys, webhook endpoints and merchants. */
export const partnerQuery = (id: string) =>
  queryOptions({
    queryKey: ['partner', id],
    queryFn: ({ signal }) => ask<PartnerInfo>('partners/{id}', { params: { path: { id } }, signal }),
  })

const DONE: Act = { state: 'done' }

/** Revokes an API key at once. */
export async function revokeKey(id: string, key: string, reason: string): Promise<Act> {
  await ask<undefined>('partners/{id}/revoke-key', { method: 'POST', params: { path: { id } }, body: { key, reason } })
  return DONE
}

/** Pauses a webhook endpoint. Its owner can make it active again. */
export async function pauseWebhook(id: string, webhook: string, reason: string): Promise<Act> {
  const params = { path: { id } }
  await ask<undefined>('partners/{id}/pause-webhook', { method: 'POST', params, body: { webhook, reason } })
  return DONE
}

const merchantAct =
  (path: 'stop-merchant' | 'allow-merchant') =>
  async (id: string, merchant: string, reason: string): Promise<Act> => {
    const params = { path: { id } }
    await ask<undefined>(`partners/{id}/${path}`, { method: 'POST', params, body: { merchant, reason } })
    return DONE
  }

/** Stops a merchant: it takes no new payments. */
export const stopMerchant = merchantAct('stop-merchant')

/** Lets a stopped merchant take payments again. */
export const allowMerchant = merchantAct('allow-merchant')
