import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'
import { hostOf } from './webhooks'

export type Consent = components['schemas']['PartnerConsentInfo']

const PATH = '/api/client/v1/partner-consents'

/** The partners that the customer lets see how far they are verified, newest first. */
export const consentsQuery = queryOptions({
  queryKey: ['partner-consents'],
  queryFn: async ({ signal }) => (await client.GET(PATH, { signal })).data.data,
})

export const withdrawConsent = (id: string) => client.DELETE(`${PATH}/{id}`, { params: { path: { id } } })

/** The name by which the customer knows a partner: the host of its page. */
export const partnerName = ({ partner }: Pick<Consent, 'partner'>): string => hostOf(partner)
