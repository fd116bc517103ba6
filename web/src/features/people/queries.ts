import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'
import { refreshWho } from '../../api/session'
import { userQuery } from '../../api/user'
import { limitsQuery } from '../../api/limits'

type Schemas = components['schemas']

export type UserInfo = Schemas['UserInfo']
export type UserChange = Schemas['UserChange']
export type VerificationStep = Schemas['VerificationStep']
export type VerificationInfo = Schemas['VerificationInfo']
export type Limits = Schemas['Limits']
export type LimitUsage = Schemas['LimitUsage']
export type NextTierInfo = Schemas['TierInfo']
export type ContactChallenge = Schemas['ContactChallenge']

export { limitsQuery, userQuery }

export const verificationsQuery = queryOptions({
  queryKey: ['person', 'verifications'],
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/user/verifications', { signal })).data.data,
})

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => (await client.GET('/api/client/v1/countries', { signal })).data.data,
})

/**
 * Saves personal data. The country of residence determines the offer, so this also invalidates the catalogue and
 * removes quotes.
 */
export function useSaveUser() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: UserChange) => (await client.PUT('/api/client/v1/user', { body })).data,
    onSuccess: (user) => {
      queries.setQueryData(userQuery.queryKey, user)
      refreshWho()
      void queries.invalidateQueries({ queryKey: ['person'] })
      void queries.invalidateQueries({ queryKey: ['catalogue'] })
      queries.removeQueries({ queryKey: ['quote'] })
    },
  })
}

/** Says that the customer's address takes emails again. */
export const mendEmail = async () => (await client.POST('/api/client/v1/user/email/mended')).data

export const contact = {
  sendEmail: async (email: string) => (await client.POST('/api/client/v1/update-email', { body: { email } })).data,
  confirmEmail: async (challenge_id: string, code: string) =>
    (await client.POST('/api/client/v1/confirm-email', { body: { challenge_id, code } })).data,
  sendPhone: async (phone: string, channel: 'sms' | 'messenger') =>
    (await client.POST('/api/client/v1/user/phone', { body: { phone, channel } })).data,
  confirmPhone: async (challenge_id: string, code: string) =>
    (await client.POST('/api/client/v1/user/phone/confirm', { body: { challenge_id, code } })).data,
}
