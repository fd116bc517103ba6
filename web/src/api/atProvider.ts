import type { ProviderName } from './signIn'
import type { components } from './schema.gen'

/** A sign-in that is under way at a provider. The secret stays in this tab: nobody else can end what began here. */
export type AtProvider = {
  provider: ProviderName
  state: string
  secret: string
  /** Signing in, or adding a way to sign in. */
  purpose: 'login' | 'link'
  back?: string
}

const KEY = 'agio.provider'

/** Keeps the sign-in for this tab and goes to the provider. */
export function leaveFor(
  provider: ProviderName,
  begun: components['schemas']['ProviderStart'],
  purpose: AtProvider['purpose'],
  back?: string,
): void {
  const kept: AtProvider = { provider, state: begun.state, secret: begun.secret, purpose, ...(back ? { back } : {}) }
  sessionStorage.setItem(KEY, JSON.stringify(kept))
  location.assign(begun.address)
}

/** What was begun in this tab under this state, once. */
export function cameBack(state: string): AtProvider | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as AtProvider | null
    sessionStorage.removeItem(KEY)
    return kept?.state === state ? kept : undefined
  } catch {
    return undefined
  }
}
