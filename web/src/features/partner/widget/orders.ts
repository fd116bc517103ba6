import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../../api/client'
import type { components } from '../../../api/schema.gen'

export type WidgetOrder = components['schemas']['WidgetOrder']

const SHOWN = 10

/** The orders of a widget's visitors, newest first. */
export const widgetOrdersQuery = (keyId: string) =>
  infiniteQueryOptions({
    queryKey: ['widget-orders', keyId],
    queryFn: async ({ signal, pageParam }) => {
      const query = { key_id: keyId, limit: SHOWN, ...(pageParam ? { cursor: pageParam } : {}) }
      return (await client.GET('/api/client/v1/widget-orders', { params: { query }, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
