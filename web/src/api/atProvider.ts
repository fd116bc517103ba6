import type { ProviderName } from './signIn'
import type { components } from './schema.gen'

/**
 * A sign-in in progress at a provider. The secret stays in this tab, so that only this tab can complete the sign-in.
 */
export type AtProvider = {
  provider: ProviderName
  state: string
  secret: string
  /** Whether the customer signs in or links a sign-in method. */
  purpose: 'login' | 'link'
  back?: string
}

const KEY = 'agio.provider'

/** Stores the sign-in for this tab and navigates to the provider. */
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

/** Returns the sign-in that this tab began with this `state`, and removes it. */
export function cameBack(state: string): AtProvider | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as AtProvider | null
    sessionStorage.removeItem(KEY)
    return kept?.state === state ? kept : undefined
  } catch {
    return undefined
  }
}
