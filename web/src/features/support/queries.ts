import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client'
import { randomId } from '../../api/ids'
import { requestOf } from '../../api/request'
import type { components } from '../../api/schema.gen'
import { send } from '../../api/send'

type Schemas = components['schemas']
export type Conversation = Schemas['SupportConversation']
export type Thread = Schemas['SupportThread']
export type Message = Schemas['SupportMessage']
export type Topic = Schemas['SupportTopic']
export type Context = Schemas['SupportContext']

const BASE = '/api/client/v1/support/conversations'
const PICTURES = '/api/client/v1/support/pictures'
/** An open conversation is reloaded at this interval, besides the events of the websocket. */
const LOOK_MS = 20_000

/** The largest picture, and how many a message has. */
export const PICTURE_BYTES_MAX = 8 * 1024 * 1024
export const PICTURES_MAX = 4
export const TEXT_MAX = 4_000

/** The person's conversations, the latest first. */
export const conversationsQuery = queryOptions({
  queryKey: ['support', 'list'],
  queryFn: async ({ signal }) => (await client.GET(BASE, { signal })).data.data,
  refetchOnWindowFocus: 'always' as const,
})

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'thread', id],
    queryFn: async ({ signal }) => (await client.GET(`${BASE}/{id}`, { params: { path: { id } }, signal })).data,
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always' as const,
  })

/** A message before it is sent. Its key makes a repeated request harmless. */
export type Words = { text: string; pictures: readonly string[]; key: string }

export const newKey = randomId

export const beginConversation = async (
  about: { kind: Conversation['kind']; topic: Topic; context: Context },
  { text, pictures, key }: Words,
) => (await client.POST(BASE, { body: { ...about, text, key, picture_ids: [...pictures] } })).data

export const writeMessage = async (id: string, { text, pictures, key }: Words) =>
  (
    await client.POST(`${BASE}/{id}/messages`, {
      params: { path: { id } },
      body: { text, key, picture_ids: [...pictures] },
    })
  ).data

export const endConversation = async (id: string) =>
  (await client.POST(`${BASE}/{id}/end`, { params: { path: { id } } })).data

/** Uploads a picture. Returns its id. */
export async function sendPicture(picture: Blob): Promise<string> {
  const request = new Request(new URL(PICTURES, location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: picture,
  })
  return ((await (await send(request)).json()) as Schemas['SupportPicture']).id
}

/** A picture of a conversation. */
export async function fetchPicture(id: string): Promise<Blob> {
  return (await send(requestOf('GET', `${PICTURES}/{id}`, { params: { path: { id } } }))).blob()
}
