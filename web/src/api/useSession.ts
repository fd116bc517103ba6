import { useSyncExternalStore } from 'react'
import { type Session, sessionStore } from './session'

/** The current session; re-renders on change. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.current, sessionStore.current)
}
