import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Seasons = Schemas['SeasonsInfo']
export type Season = Schemas['SeasonInfo']
export type SeasonBody = Schemas['SeasonBody']
export type SeasonTask = Schemas['SeasonTask']

/** The tenant's seasons with their numbers, and a proposal for a new one. */
export const seasonsQuery = queryOptions({
  queryKey: ['seasons'],
  queryFn: ({ signal }) => ask<Seasons>('farm/seasons', { signal }),
})

/** Makes a draft, or changes the one with this id. A second operator publishes it. */
export const saveSeason = (id: string | undefined, body: SeasonBody) =>
  id
    ? ask<Schemas['SavedSeason']>(`farm/seasons/${id}`, { method: 'PUT', body })
    : ask<Schemas['SavedSeason']>('farm/seasons', { method: 'POST', body })

export const deleteSeason = (id: string) => ask<void>(`farm/seasons/${id}`, { method: 'DELETE' })

/** Proposes to start a season, or stops it at once. */
export const switchSeason = (id: string, isOn: boolean, reason: string) =>
  ask<Act>(`farm/seasons/${id}/switch`, { method: 'POST', body: { is_on: isOn, reason } })
