import { queryOptions } from '@tanstack/react-query'
import { ask, askFile } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Campaigns = Schemas['CampaignsInfo']
export type Campaign = Schemas['CampaignInfo']
export type CampaignDetails = Schemas['CampaignDetails']
export type NewCampaign = Schemas['NewCampaignBody']
export type Sources = Schemas['SourcesInfo']

export const campaignsQuery = queryOptions({
  queryKey: ['campaigns'],
  queryFn: ({ signal }) => ask<Campaigns>('campaigns', { signal }),
})

/** A campaign with its codes and exact numbers. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', id],
    queryFn: ({ signal }) => ask<CampaignDetails>(`campaigns/${id}`, { signal }),
  })

/** Where customers came from in a period of days, both inclusive. */
export const sourcesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['campaigns', 'sources', from, to],
    queryFn: ({ signal }) => ask<Sources>(`campaigns/sources?from=${from}&to=${to}`, { signal }),
  })

/** The same as a CSV file. */
export const exportSources = async (from: string, to: string): Promise<Blob> =>
  (await askFile(`campaigns/sources/export?from=${from}&to=${to}`)).blob()

/** Makes a draft, which a second operator publishes. */
export const makeCampaign = (body: NewCampaign) => ask<CampaignDetails>('campaigns', { method: 'POST', body })

export const deleteCampaign = (id: string) => ask<void>(`campaigns/${id}`, { method: 'DELETE' })

/** Proposes to start a campaign, or stops it at once. */
export const switchCampaign = (id: string, isOn: boolean, reason: string) =>
  ask<Act>(`campaigns/${id}/switch`, { method: 'POST', body: { is_on: isOn, reason } })

/** Sets the time zone for new campaigns and content. */
export const setClock = (zone: string) => ask<void>('campaigns/clock', { method: 'POST', body: { time_zone: zone } })
