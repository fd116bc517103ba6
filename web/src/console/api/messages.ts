import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import { paged } from './paged'
import type { components } from './schema.gen'

export type SentMessage = components['schemas']['SentMessageInfo']
export type Preview = components['schemas']['NotificationPreviewInfo']

/** An example of every notification of customers, in a language. */
export const previewsQuery = (language: string) =>
  queryOptions({
    queryKey: ['messages', language],
    queryFn: async ({ signal }) =>
      (await ask<{ data: Preview[] }>(`notifications?language=${language}`, { signal })).data,
  })

type SentFilter = { channel: SentMessage['channel'] | undefined; state: SentMessage['state'] | undefined }

/** The messages to a customer, newest first. */
export const sentMessagesQuery = (customer: string, filter: SentFilter) =>
  paged<SentMessage>('sent-messages', `customers/${customer}/messages`, { ...filter, limit: '20' })
