import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Contents = Schemas['ContentsInfo']
export type Content = Schemas['ContentInfo']
export type ContentBody = Schemas['ContentBody']

export const contentsQuery = queryOptions({
  queryKey: ['content'],
  queryFn: ({ signal }) => ask<Contents>('content', { signal }),
})

/** Makes content, or changes the one with this id. */
export const saveContent = (id: string | undefined, body: ContentBody) =>
  id ? ask<Content>(`content/${id}`, { method: 'PUT', body }) : ask<Content>('content', { method: 'POST', body })

export const deleteContent = (id: string) => ask<void>(`content/${id}`, { method: 'DELETE' })
