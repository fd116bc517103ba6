import { notify } from '../ui/toast'
import { json, type LoginAnswer, request } from './auth'
import { client } from './client'
import { resolved, signedIn } from './session'
import type { components } from './schema.gen'
import { sendPlain } from './send'

export type HandOverInfo = components['schemas']['SeamlessInfo']

/** How a session is handed on: in the fragment, which no server and no log sees. */
export const HAND_OVER = '#handover='

/** The code that an address hands on, if it is one at all. */
export function handOverCode(hash: string): string | undefined {
  const code = hash.startsWith(HAND_OVER) ? hash.slice(HAND_OVER.length) : ''
  return /^[\w-]{1,100}$/.test(code) ? code : undefined
}

/**
 * Opens the session that another host of this service has handed on, and stays on the page that the address names. Whoever
 * is signed in here stays who they are: a link must not make somebody another person.
 */
export async function takeOver(): Promise<void> {
  const code = handOverCode(location.hash)
  history.replaceState(history.state, '', location.pathname + location.search)
  if (!code) return
  try {
    const session = await resolved()
    if (session.status !== 'out') return
    await enterBy(code)
  } catch (error) {
    notify.failed(error)
  }
}

/** Opens the session that a code was made for. */
export async function enterBy(code: string): Promise<void> {
  signedIn(await json<LoginAnswer>(sendPlain(request('POST', '/auth/seamless', { code }))))
}

/** How a code stands, and whose session it opens. Looking uses nothing up. */
export const lookAtCode = (code: string, signal?: AbortSignal) =>
  json<HandOverInfo>(sendPlain(request('POST', '/auth/seamless/codes/look', { code }, signal)))

/** A code that a person carries to their phone: two minutes. */
export const codeForPhone = async (signal?: AbortSignal) =>
  (
    await client.POST('/api/client/v1/auth/seamless/codes', {
      body: { host: location.host, carrier: 'phone' },
      ...(signal ? { signal } : {}),
    })
  ).data

/** The address that opens `path` at a host of this service, signed in: once, within 30 seconds. */
export async function handOverTo(host: string, path: string): Promise<string> {
  const { data } = await client.POST('/api/client/v1/auth/seamless/codes', { body: { host } })
  return `${location.protocol}//${host}${path}${HAND_OVER}${data.code}`
}
