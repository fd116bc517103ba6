import { send, sendPlain } from './send'

/** The calls of sign-in and of the person; shapes as in `/api/client/v1`. */
export type Challenge = { challenge_id: string; resend_after_s: number; expires_at: string }
export type Pair = { access_token: string; refresh_token: string; access_expires_at: string }
export type LoginAnswer = Pair & { email: string; uuid: string; profiles_id: string[]; is_consent_required: boolean }
export type Me = { uuid: string; email: string; first_name?: string | null; profiles_id: string[] }
export type Terms = { is_consent_required: boolean; version: number; title: string; text: string; url?: string | null }
export type Settings = { language: string; theme: string; main_currency: string; hide_small_balances: boolean }

const BASE = '/api/client/v1'

function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Request {
  return new Request(new URL(BASE + path, location.origin), {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    ...(signal ? { signal } : {}),
  })
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T

export const auth = {
  start: (email: string) => json<Challenge>(sendPlain(request('POST', '/login?method=email', { email }))),
  finish: (challenge_id: string, code: string) =>
    json<LoginAnswer>(sendPlain(request('PUT', '/login?method=email', { challenge_id, code }))),
  /** Uses the cookie that the server keeps for this host. */
  refresh: () => json<Pair>(sendPlain(request('PUT', '/auth', {}))),
  logout: () => sendPlain(request('POST', '/logout', {})),
  me: () => json<Me>(send(request('GET', '/user'))),
  terms: (signal?: AbortSignal) => json<Terms>(send(request('GET', '/user/terms', undefined, signal))),
  acceptTerms: (version: number) => send(request('POST', '/user/accept-terms', { version })),
  settings: () => json<Settings>(send(request('GET', '/user/settings'))),
  saveSettings: (settings: Partial<Settings>) => send(request('PUT', '/user/settings', settings)),
}
