import type { Challenge } from '../../api/signInCode'
import type { ProviderName } from '../../api/signIn'

/** A code that was sent. Stored for the tab, because a phone may reload the page while the user reads the email. */
export type PendingLogin = { email: string; challenge: Challenge; sends: number; sentAt: number; link?: Link }

/** A verified identity of a provider or the messenger, which the email code links to the account. */
export type Link = { token: string; provider: ProviderName | 'telegram' }

const KEY = 'agio.login'

export const pendingLogin = {
  read: (): PendingLogin | undefined => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingLogin | null
      return kept && Date.parse(kept.challenge.expires_at) > Date.now() ? kept : undefined
    } catch {
      return undefined
    }
  },
  /** Stores the first code that was sent to an address. */
  begin: (email: string, challenge: Challenge, link?: Link): void =>
    pendingLogin.write({ email, challenge, sends: 1, sentAt: Date.now(), ...(link ? { link } : {}) }),
  write: (login: PendingLogin): void => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(login))
    } catch {
      // Without storage, a reload asks for the email again.
    }
  },
  clear: (): void => {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Without storage there is nothing to remove.
    }
  },
}
