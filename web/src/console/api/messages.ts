import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import type { components } from './schema.gen'

export type Preview = components['schemas']['NotificationPreviewInfo']

/** An example of every notification of customers, in a language. */
export const previewsQuery = (language: string) =>
  queryOptions({
    queryKey: ['messages', language],
    queryFn: async ({ signal }) =>
      (await ask<{ data: Preview[] }>(`notifications?language=${language}`, { signal })).data,
  })
