import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import type { components } from '../../api/schema.gen'

export type Notification = components['schemas']['Notification']
export type Topic = components['schemas']['NotificationTopic']
export type Settings = components['schemas']['NotificationSettings']
export type SettingsChange = components['schemas']['ChangeNotificationSettings']
export type Device = components['schemas']['PushDevice']

const PATH = '/api/client/v1/notifications'
const PAGE = 20

export type Filter = { topic?: Topic | undefined; unread: boolean }

/** What the person was told, newest first, page by page. */
export const notificationsQuery = ({ topic, unread }: Filter) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', topic ?? 'all', unread],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        limit: PAGE,
        ...(topic ? { topic } : {}),
        ...(unread ? { unread } : {}),
        ...(pageParam ? { cursor: pageParam } : {}),
      }
      return (await client.GET(PATH, { params: { query }, signal })).data
    },
    getNextPageParam: (page) => (page.has_more ? (page.next_cursor ?? undefined) : undefined),
  })

export const markRead = (id: string, isRead: boolean) =>
  client.PUT(`${PATH}/{id}`, { params: { path: { id } }, body: { is_read: isRead } })

/** Marks everything up to the newest notification on the screen. */
export const markAllRead = (upTo: string) => client.PUT(PATH, { body: { up_to: upTo } })

/** What the person wants to be told. */
export const settingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: async ({ signal }) => (await client.GET(`${PATH}/settings`, { signal })).data,
})

export const saveSettings = async (body: SettingsChange) => (await client.PUT(`${PATH}/settings`, { body })).data

/** The browsers that receive web push messages, and the key to subscribe with. */
export const devicesQuery = queryOptions({
  queryKey: ['notifications', 'devices'],
  queryFn: async ({ signal }) => (await client.GET(`${PATH}/devices`, { signal })).data,
})

export const addDevice = async (body: components['schemas']['AddPushDevice']) =>
  (await client.POST(`${PATH}/devices`, { body })).data

export const removeDevice = (id: string) => client.DELETE(`${PATH}/devices/{id}`, { params: { path: { id } } })

/** The tenant's bot and the linked Telegram chat; asked again and again while a link waits. */
export const telegramQuery = queryOptions({
  queryKey: ['notifications', 'telegram'],
  queryFn: async ({ signal }) => (await client.GET(`${PATH}/telegram`, { signal })).data,
})

/** Makes a link that opens the bot with a one-time code. */
export const makeTelegramLink = async () => (await client.POST(`${PATH}/telegram`)).data

export const unlinkTelegram = () => client.DELETE(`${PATH}/telegram`)
