import { notify } from '../ui/toast'
import { json, type LoginAnswer, request } from './auth'
import { client } from './client'
import { resolved, signedIn } from './session'
import type { components } from './schema.gen'
import { sendPlain } from './send'

export type HandOverInfo = components['schemas']['SeamlessInfo']

/** The code of a session handover is in the URL fragment, which no server and no log receives. */
export const HAND_OVER = '#handover='

/** Reads the handover code of a fragment. Returns `undefined` if there is none. */
export function handOverCode(hash: string): string | undefined {
  const code = hash.startsWith(HAND_OVER) ? hash.slice(HAND_OVER.length) : ''
  return /^[\w-]{1,100}$/.test(code) ? code : undefined
}

/**
 * Opens the session that another host of this platform handed over, and stays on the current page. An existing session
 * has priority: a link must not switch the user. `mayEnter` asks first, because anybody can send a link of their own
 * account.
 */
export async function takeOver(mayEnter: (email: string) => Promise<boolean>): Promise<void> {
  const code = handOverCode(location.hash)
  history.replaceState(history.state, '', location.pathname + location.search)
  if (!code) return
  try {
    const session = await resolved()
    if (session.status !== 'out') return
    const { email } = await lookAtCode(code)
    if (email && !(await mayEnter(email))) return
    await enterBy(code)
  } catch (error) {
    notify.failed(error)
  }
}

/** Signs in with a handover code, and with the secret of this device for a code of `codeForDevice`. */
export async function enterBy(code: string, secret?: string): Promise<void> {
  const body = { code, ...(secret ? { secret } : {}) }
  signedIn(await json<LoginAnswer>(sendPlain(request('POST', '/auth/seamless', body))))
}

/** The state of a handover code and the account it opens. Does not use the code up. */
export const lookAtCode = (code: string, signal?: AbortSignal) =>
  json<HandOverInfo>(sendPlain(request('POST', '/auth/seamless/codes/look', { code }, signal)))

/** Requests the session from the device that made the code. Both devices show the number in the response. */
export const askWithCode = (code: string) =>
  json<components['schemas']['SeamlessAsking']>(sendPlain(request('POST', '/auth/seamless/codes/ask', { code })))

/** Admits the requesting device, or refuses it. */
export const answerDevice = (code: string, is_allowed: boolean) =>
  client.POST('/api/client/v1/auth/seamless/codes/answer', { body: { code, is_allowed } })

/** What another device continues: a step of the verification, or an order. */
export type Continued = { step: 'identity' | 'address' | 'source_of_funds' } | { step: 'order'; transaction_id: string }

/**
 * Creates a code for another device of the customer. It is valid for five minutes, and opens nothing before this device
 * lets the other one in.
 */
export const codeForDevice = async (continued: Continued, signal?: AbortSignal) =>
  (
    await client.POST('/api/client/v1/auth/seamless/codes', {
      body: { host: location.host, carrier: 'device', ...continued },
      ...(signal ? { signal } : {}),
    })
  ).data

/**
 * Returns the address that opens `path` signed in at another host of this platform. It works once, within 30 seconds.
 */
export async function handOverTo(host: string, path: string): Promise<string> {
  const { data } = await client.POST('/api/client/v1/auth/seamless/codes', { body: { host } })
  return `${location.protocol}//${host}${path}${HAND_OVER}${data.code}`
}
