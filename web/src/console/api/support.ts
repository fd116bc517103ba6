import { queryOptions } from '@tanstack/react-query'
import { randomId } from '../../api/ids'
import { ask, askFile } from './ask'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type DeskLine = Schemas['DeskLine']
export type DeskThread = Schemas['DeskThread']
export type DeskMessage = Schemas['DeskMessageInfo']
export type SavedAnswer = Schemas['SavedAnswerInfo']
export type Clocks = Schemas['SupportClocks']
export type View = 'open' | 'mine' | 'unassigned' | 'overdue' | 'complaints' | 'all'
type Lines = Schemas['DeskLines']

/** The inbox is read again this often. */
const LOOK_MS = 10_000

export const deskQuery = (view: View, customer?: string) =>
  queryOptions({
    queryKey: ['support', 'list', view, customer ?? ''],
    queryFn: ({ signal }) => ask<Lines>('support/conversations', { params: { query: { view, customer } }, signal }),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always' as const,
  })

export const deskThreadQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'thread', id],
    queryFn: ({ signal }) => ask<DeskThread>('support/conversations/{id}', { params: { path: { id } }, signal }),
    // Each look is audited: read again only when the list shows a change.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const savedAnswersQuery = queryOptions({
  queryKey: ['support', 'saved-answers'],
  queryFn: ({ signal }) => ask<{ data: SavedAnswer[] }>('support/saved-answers', { signal }),
})

export const clocksQuery = queryOptions({
  queryKey: ['support', 'clocks'],
  queryFn: ({ signal }) => ask<Clocks>('support/clocks', { signal }),
})

/** A picture of a conversation. Each look is audited. */
export const deskPictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['support-picture', id],
    queryFn: async () => (await askFile(`support/pictures/${encodeURIComponent(id)}`)).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const newKey = randomId

/** What an operator writes, and where it goes. */
export type Written = 'reply' | 'question' | 'notes' | 'answer'

export const writeAtDesk = (id: string, what: Written, text: string, key: string) =>
  ask<DeskThread>(`support/conversations/{id}/${what === 'question' ? 'reply' : what}`, {
    method: 'POST',
    params: { path: { id } },
    body: { text, key, ...(what === 'question' ? { asks: true } : {}) },
  })

export const changeAtDesk = (id: string, body: Schemas['DeskChange']) =>
  ask<DeskThread>('support/conversations/{id}', { method: 'PUT', params: { path: { id } }, body })

export const endAtDesk = (id: string) =>
  ask<DeskThread>('support/conversations/{id}/end', { method: 'POST', params: { path: { id } } })

export const saveAnswer = (id: string | undefined, body: Schemas['SavedAnswerBody']) =>
  id
    ? ask<SavedAnswer>('support/saved-answers/{id}', { method: 'PUT', params: { path: { id } }, body })
    : ask<SavedAnswer>('support/saved-answers', { method: 'POST', body })

export const deleteAnswer = (id: string) =>
  ask<undefined>('support/saved-answers/{id}', { method: 'DELETE', params: { path: { id } } })

export const setClocks = (body: Schemas['SupportClocksBody']) => ask<Clocks>('support/clocks', { method: 'PUT', body })
