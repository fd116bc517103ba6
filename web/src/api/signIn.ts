import { json, type LoginAnswer, request } from './auth'
import { promo } from './promo'
import type { components } from './schema.gen'
import { send, sendPlain } from './send'

type Schemas = components['schemas']

/** Providers with a redirect. */
export type ProviderName = 'google' | 'apple'
export type Proof = Schemas['ProviderProof']
export type SignInMethods = Schemas['SignInMethods']

/** Sign-in with Google and Apple, and linked sign-in methods. Separate from `auth`, which is in the start-up script. */
export const signIn = {
  start: (provider: ProviderName) => json<Schemas['ProviderStart']>(sendPlain(request('POST', `/login/${provider}`))),
  finish: (provider: ProviderName, proof: Proof) =>
    json<LoginAnswer>(sendPlain(request('POST', `/${provider}-login${promo.query('?')}`, proof))),
  methods: (signal?: AbortSignal) =>
    json<SignInMethods>(send(request('GET', '/user/sign-in-methods', undefined, signal))),
  startLinking: (provider: ProviderName) =>
    json<Schemas['ProviderStart']>(send(request('POST', `/user/sign-in-methods/${provider}`))),
  finishLinking: (provider: ProviderName, proof: Proof) =>
    send(request('PUT', `/user/sign-in-methods/${provider}`, proof)),
  unlink: (method: string) => send(request('DELETE', `/user/sign-in-methods/${method}`)),
}
