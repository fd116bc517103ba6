import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { isApiError } from '../../api/problem'
import type { components } from '../../api/schema.gen'

type Schemas = components['schemas']

export type SignedIn = Schemas['SessionInfo']
export type TwoFactor = Schemas['TwoFactor']
export type Switches = Schemas['TwoFactorSwitches']

const BASE = '/api/client/v1/user'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await client.GET(`${BASE}/sessions`, { signal })).data.sessions,
})

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: async ({ signal }) => (await client.GET(`${BASE}/two-factor`, { signal })).data,
})

/** The pending removal of a lost factor, or null. */
export const resetQuery = queryOptions({
  queryKey: ['two-factor', 'reset'],
  queryFn: async ({ signal }) => {
    try {
      return (await client.GET(`${BASE}/two-factor/reset`, { signal })).data
    } catch (error) {
      if (isApiError(error) && error.status === 404) return null
      throw error
    }
  },
})

/** The anti-phishing phrase at the top of every email to the customer. */
export const phraseQuery = queryOptions({
  queryKey: ['mail-phrase'],
  queryFn: async ({ signal }) => (await client.GET(`${BASE}/mail-phrase`, { signal })).data,
})

export const setPhrase = (phrase: string) => client.PUT(`${BASE}/mail-phrase`, { body: { phrase } })
export const removePhrase = () => client.DELETE(`${BASE}/mail-phrase`)
export const cancelReset = () => client.DELETE(`${BASE}/two-factor/reset`)
export const endSession = (id: string) => client.DELETE(`${BASE}/sessions/{id}`, { params: { path: { id } } })
export const endOtherSessions = () => client.DELETE(`${BASE}/sessions`)
export const setSwitches = (body: Switches) => client.PUT(`${BASE}/two-factor`, { body })
export const beginTotp = async () => (await client.POST(`${BASE}/two-factor/totp`)).data
export const confirmTotp = async (code: string) =>
  (await client.POST(`${BASE}/two-factor/totp/confirm`, { body: { code } })).data.recovery_codes
export const removeTotp = () => client.DELETE(`${BASE}/two-factor/totp`)
export const newRecoveryCodes = async () => (await client.POST(`${BASE}/two-factor/recovery-codes`)).data.recovery_codes
