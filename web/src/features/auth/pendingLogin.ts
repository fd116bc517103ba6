import type { Challenge } from '../../api/signInCode'
import type { ProviderName } from '../../api/signIn'

/** A code that is on its way. Kept for the tab, so that fetching the code on a phone does not lose the place. */
export type PendingLogin = { email: string; challenge: Challenge; sends: number; sentAt: number; link?: Link }

/** What was proven at a provider or by the messenger, and is linked once the code of this address comes back. */
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
  write: (login: PendingLogin): void => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(login))
    } catch {
      // Without storage a reload asks for the email again.
    }
  },
  clear: (): void => {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Nothing was stored then.
    }
  },
}
