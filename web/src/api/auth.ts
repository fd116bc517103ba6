import { RENEWAL_MS } from './renewal'
import type { components } from './schema.gen'
import { send, sendPlain } from './send'

type Schemas = components['schemas']

export type LoginAnswer = Schemas['LoginAnswer']
export type Settings = Schemas['UserSettings']

const BASE = '/api/client/v1'

export function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Request {
  return new Request(new URL(BASE + path, location.origin), {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    ...(signal ? { signal } : {}),
  })
}

export const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T

/**
 * The calls for the session and the user. They use the types of the API schema but not its client, because the start-up
 * script contains these calls and not the client.
 */
export const auth = {
  /** Uses the refresh cookie of this host. */
  refresh: () =>
    json<Schemas['RefreshAnswer']>(sendPlain(request('PUT', '/auth', {}, AbortSignal.timeout(RENEWAL_MS)))),
  logout: () => sendPlain(request('POST', '/logout', {}, AbortSignal.timeout(RENEWAL_MS))),
  me: () => json<Schemas['UserInfo']>(send(request('GET', '/user'))),
  terms: (signal?: AbortSignal) => json<Schemas['TermsInfo']>(send(request('GET', '/user/terms', undefined, signal))),
  acceptTerms: (version: number) =>
    send(request('POST', '/user/accept-terms', { version } satisfies Schemas['AcceptTerms'])),
  settings: () => json<Settings>(send(request('GET', '/user/settings'))),
  saveSettings: (
    change: Pick<Schemas['SettingsChange'], 'language' | 'theme' | 'main_currency' | 'hide_small_balances'>,
  ) => send(request('PUT', '/user/settings', change)),
}
