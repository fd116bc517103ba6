import { useSyncExternalStore } from 'react'
import { type Session, sessionStore } from './session'

/** Who is here, live. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current, sessionStore.current)
}
